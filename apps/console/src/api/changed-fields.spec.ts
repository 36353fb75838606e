import { changedFields, hasFields } from './changed-fields.ts';

describe('changedFields', () => {
  const initial = { name: 'Anna', note: null as string | null, labels: ['Crew'], subscribed: true };

  it.each([
    [{ note: 'Rows.' }, { note: 'Rows.' }],
    [{ labels: ['Crew', 'Cook'] }, { labels: ['Crew', 'Cook'] }],
    [{ labels: ['Crew'], name: 'Anna' }, {}],
    [
      { subscribed: false, name: '' },
      { name: '', subscribed: false },
    ],
  ])('of %j are %j', (edits, expected) => {
    expect(changedFields(initial, { ...initial, ...edits })).toEqual(expected);
  });

  it('include a field that had no value before', () => {
    expect(changedFields({}, { secret: 'x' })).toEqual({ secret: 'x' });
    expect(hasFields(changedFields(initial, initial))).toBe(false);
  });
});
