import { newForm } from './form-model.ts';
import { moveRecurrence } from './move-recurrence.ts';

const seriesWithException = () => {
  const form = newForm('2027-03-01', 'Europe/Berlin', 'en');
  return { ...form, recurrence: { ...form.recurrence, mode: 'simple' as const, exceptions: ['20270402T070000Z'] } };
};

describe('moveRecurrence', () => {
  it.each([
    ['the time of day', { startTime: '10:30' }, '20270402T083000Z'],
    ['the first day, across a clock change', { startDay: '2027-02-01' }, '20270305T080000Z'],
    ['the time zone', { timeZone: 'America/New_York' }, '20270402T130000Z'],
    ['whole days', { isAllDay: true }, '20270401T220000Z'],
  ])('moves them with %s', (_, change, moved) => {
    const form = moveRecurrence({ ...seriesWithException(), ...change });
    expect(form.recurrence.exceptions).toEqual([moved]);
    expect(moveRecurrence(form)).toEqual(form);
  });

  it('moves the weekday of a weekly rule', () => {
    const { recurrence } = moveRecurrence({ ...seriesWithException(), startDay: '2027-03-04' });
    expect(recurrence.simple.weekdays).toEqual(['TH']);
  });

  it('waits until the start is complete', () => {
    const form = seriesWithException();
    const incomplete = moveRecurrence({ ...form, startTime: '' });
    expect(incomplete.recurrence.exceptions).toEqual(form.recurrence.exceptions);
    expect(moveRecurrence({ ...incomplete, startTime: '11:00' }).recurrence.exceptions).toEqual(['20270402T090000Z']);
  });
});
