import type { Occurrence } from '@almanac/client';
import { changesOfOccurrence, fieldsOfOccurrence, type OccurrenceFields, type Scope } from './occurrence-changes.ts';

const SERIES = {
  info: [
    { language: 'en', title: 'Fish market', description: 'Every day.' },
    { language: 'de', title: 'Fischmarkt', description: null },
  ],
  location: { name: 'Quay', address: 'Quay 1' },
};

/** An occurrence with texts and a location of its own. */
const NODE = {
  occurrence: {
    id: 'e1_20330405T100000Z',
    utcStart: '2033-04-05T10:00:30Z',
    utcEnd: '2033-04-05T11:00:00Z',
    event: { ...SERIES, time: { timeZone: 'UTC' } },
  },
  isAllDay: false,
  info: [
    { language: 'en', title: 'Feast', description: 'Today only.' },
    { language: 'de', title: 'Fest', description: null },
  ],
  location: { name: 'Hall', address: 'Hall Lane 2' },
} as Occurrence;

const INITIAL = fieldsOfOccurrence(NODE);
const changes = (edits: Partial<OccurrenceFields>, scope: Scope) =>
  changesOfOccurrence(NODE, { ...INITIAL, ...edits }, scope);
const withTitle = (language: string, title: string) =>
  INITIAL.info.map((entry) => (entry.language === language ? { ...entry, title } : entry));

describe('the changes of an occurrence', () => {
  it.each(['this', 'following'] as const)('are none when the user has changed nothing, for the scope %s', (scope) => {
    expect(changes({}, scope)).toEqual({});
    expect(changes({ place: ' Hall ' }, scope)).toEqual({});
    expect(changes({ times: { ...INITIAL.times, endTime: '11:00' } }, scope)).toEqual({});
  });

  it.each(['this', 'following'] as const)('contain only the times when only these have changed, for %s', (scope) => {
    const times = { ...INITIAL.times, endTime: '12:00' };
    expect(changes({ times }, scope)).toEqual({ times });
  });

  it('contain the other texts and the address of the occurrence when only it changes', () => {
    expect(changes({ info: withTitle('de', 'Fischfest') }, 'this')).toEqual({ info: withTitle('de', 'Fischfest') });
    expect(changes({ place: 'Pier' }, 'this')).toEqual({ location: { name: 'Pier', address: 'Hall Lane 2' } });
  });

  it('contain the other texts and the address of the series when all that follow change', () => {
    const [english] = SERIES.info;
    expect(changes({ info: withTitle('de', 'Fischfest') }, 'following')).toEqual({
      info: [english, { language: 'de', title: 'Fischfest', description: null }],
    });
    expect(changes({ place: '' }, 'following')).toEqual({ location: { name: null, address: 'Quay 1' } });
  });

  it('add the new title in a language that the series does not have', () => {
    const [english] = SERIES.info;
    const event = { ...NODE.occurrence.event, info: SERIES.info.slice(0, 1) };
    const node = { ...NODE, occurrence: { ...NODE.occurrence, event } };
    const fields = { ...INITIAL, info: withTitle('de', 'Fischfest') };
    expect(changesOfOccurrence(node, fields, 'following')).toEqual({
      info: [english, { language: 'de', title: 'Fischfest', description: null }],
    });
  });
});
