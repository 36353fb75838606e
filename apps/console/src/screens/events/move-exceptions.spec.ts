import { newForm } from './form-model.ts';
import { moveExceptions } from './move-exceptions.ts';

const seriesWithException = () => {
  const form = newForm('2027-03-01', 'Europe/Berlin', 'en');
  return { ...form, recurrence: { ...form.recurrence, mode: 'simple' as const, exceptions: ['20270402T070000Z'] } };
};

describe('moveExceptions', () => {
  it.each([
    ['the time of day', { startTime: '10:30' }, '20270402T083000Z'],
    ['the first day, across a clock change', { startDay: '2027-02-01' }, '20270305T080000Z'],
    ['the time zone', { timeZone: 'America/New_York' }, '20270402T130000Z'],
    ['whole days', { isAllDay: true }, '20270401T220000Z'],
  ])('moves them with %s', (_, change, moved) => {
    const form = moveExceptions({ ...seriesWithException(), ...change });
    expect(form.recurrence.exceptions).toEqual([moved]);
    expect(moveExceptions(form)).toEqual(form);
  });

  it('waits until the start is complete', () => {
    const form = seriesWithException();
    const incomplete = moveExceptions({ ...form, startTime: '' });
    expect(incomplete.recurrence.exceptions).toEqual(form.recurrence.exceptions);
    expect(moveExceptions({ ...incomplete, startTime: '11:00' }).recurrence.exceptions).toEqual(['20270402T090000Z']);
  });
});
