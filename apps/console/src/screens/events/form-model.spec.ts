import { differ, mergeStored, moveStartDay, newForm } from './form-model.ts';

const before = {
  ...newForm('2027-03-01', 'UTC', 'en'),
  storedTime: { timeZone: 'UTC', start: '2027-03-01T09:00:00Z', end: '2027-03-01T10:00:00Z', recurrence: null },
};
/** The event after another change of its place and its start. */
const stored = {
  ...before,
  locationName: 'Pier',
  startTime: '08:00',
  storedTime: { ...before.storedTime, start: '2027-03-01T08:00:00Z' },
};

describe('mergeStored', () => {
  it('takes all stored values when the user has changed none', () => {
    expect(mergeStored(before, before, stored)).toEqual(stored);
  });

  it('keeps the texts that the user has changed, and takes the stored times', () => {
    const info = [{ language: 'en', title: 'Net mending', description: '' }];
    expect(mergeStored({ ...before, info }, before, stored)).toEqual({ ...stored, info });
  });

  it('keeps all times when the user has changed one of them', () => {
    const form = { ...before, endTime: '11:00', storedTime: undefined };
    expect(mergeStored(form, before, { ...before, locationName: 'Pier' })).toEqual({ ...form, locationName: 'Pier' });
  });

  it('takes the stored times when they have changed too', () => {
    const form = { ...before, endTime: '11:00', storedTime: undefined };
    expect(mergeStored(form, before, stored)).toEqual(stored);
  });
});

describe('a form with unsaved changes', () => {
  it('differs from the stored event until the change is taken back', () => {
    const changed = { ...before, endTime: '11:00', storedTime: undefined };
    expect(differ(changed, before)).toBe(true);
    expect(differ({ ...changed, endTime: before.endTime, completeTimes: changed }, before)).toBe(false);
    expect(differ({ ...before, categories: ['Work'] }, before)).toBe(true);
  });
});

describe('moveStartDay', () => {
  const times = { ...before, endDay: '2027-03-02' };

  it('keeps the length of the event in days', () => {
    expect(moveStartDay(times, '2027-02-28')).toEqual({ startDay: '2027-02-28', endDay: '2027-03-01' });
  });

  it('ends at the last day that the field can show', () => {
    expect(moveStartDay(times, '9999-12-31')).toEqual({ startDay: '9999-12-31', endDay: '9999-12-31' });
  });

  it('keeps the last day while one of the days is incomplete or has a year of five digits', () => {
    expect(moveStartDay(times, '')).toEqual({ startDay: '' });
    expect(moveStartDay(times, '20271-03-01')).toEqual({ startDay: '20271-03-01' });
    expect(moveStartDay({ ...times, startDay: '' }, '2027-03-05')).toEqual({ startDay: '2027-03-05' });
    expect(moveStartDay({ ...times, endDay: '' }, '2027-03-05')).toEqual({ startDay: '2027-03-05' });
  });
});
