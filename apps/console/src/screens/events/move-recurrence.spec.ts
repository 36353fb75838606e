import { newForm } from './form-model.ts';
import { moveRecurrence } from './move-recurrence.ts';
import type { SimpleRule } from './recurrence.ts';

const seriesWithException = () => {
  const form = newForm('2027-03-01', 'Europe/Berlin', 'en');
  return { ...form, recurrence: { ...form.recurrence, mode: 'simple' as const, exceptions: ['20270402T070000Z'] } };
};

describe('moveRecurrence', () => {
  it.each([
    ['the time of day', { startTime: '10:30' }, '20270402T083000Z'],
    ['the first day, across a clock change', { startDay: '2027-02-02' }, '20270306T080000Z'],
    ['the time zone', { timeZone: 'America/New_York' }, '20270402T130000Z'],
    ['whole days', { isAllDay: true }, '20270401T220000Z'],
  ])('moves them with %s', (_, change, moved) => {
    const form = moveRecurrence({ ...seriesWithException(), ...change });
    expect(form.recurrence.exceptions).toEqual([moved]);
    expect(moveRecurrence(form)).toEqual(form);
  });

  it.each<[string, Partial<SimpleRule>, string, string, string]>([
    ['every day', { frequency: 'DAILY' }, '2027-03-04', '20270311T080000Z', '20270311T093000Z'],
    ['on the same weekday', {}, '2027-03-09', '20270316T080000Z', '20270316T093000Z'],
    ['on two weekdays', { weekdays: ['TU', 'TH'] }, '2027-03-04', '20270311T080000Z', '20270311T093000Z'],
    ['on another weekday than its start', { weekdays: ['FR'] }, '2027-03-04', '20270312T080000Z', '20270312T093000Z'],
    ['on a day of the month', { frequency: 'MONTHLY' }, '2027-04-02', '20270502T070000Z', '20270502T083000Z'],
    [
      'on the first Tuesday',
      { frequency: 'MONTHLY', monthly: 'weekday' },
      '2027-04-06',
      '20270504T070000Z',
      '20270504T083000Z',
    ],
    ['on a day of the year', { frequency: 'YEARLY' }, '2028-03-02', '20290302T080000Z', '20290302T093000Z'],
  ])('keeps the days of exceptions of a series %s', (_, rule, startDay, exception, moved) => {
    const form = newForm('2027-03-02', 'Europe/Berlin', 'en');
    const simple = { ...form.recurrence.simple, ...rule };
    const recurrence = { ...form.recurrence, mode: 'simple' as const, simple, exceptions: [exception] };
    const changed = moveRecurrence({ ...form, recurrence, startDay, startTime: '10:30' });
    expect(changed.recurrence.exceptions).toEqual([moved]);
  });

  it('moves the days of exceptions when an interval begins on another day', () => {
    const form = newForm('2027-03-02', 'Europe/Berlin', 'en');
    const simple = { ...form.recurrence.simple, interval: 2 };
    const recurrence = { ...form.recurrence, mode: 'simple' as const, simple, exceptions: ['20270316T080000Z'] };
    const changed = moveRecurrence({ ...form, recurrence, startDay: '2027-03-09' });
    expect(changed.recurrence.exceptions).toEqual(['20270323T080000Z']);
  });

  it('moves an exception whose time a clock change skips', () => {
    const form = { ...newForm('2027-03-07', 'Europe/Berlin', 'en'), startTime: '02:30' };
    const exceptions = ['20270328T013000Z'];
    const recurrence = { ...form.recurrence, mode: 'simple' as const, exceptions };
    const begun = { ...form, recurrence, completeTimes: { ...form.completeTimes, startTime: '02:30' } };
    expect(moveRecurrence({ ...begun, startTime: '10:00' }).recurrence.exceptions).toEqual(['20270328T080000Z']);
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
