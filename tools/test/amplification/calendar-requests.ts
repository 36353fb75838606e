import { filled, times, type WorstRequest } from './request';

const OCCURRENCES =
  'query ($f: OccurrencesQueryFilter!) { occurrences(filter: $f) { id start end event { id owner { id name } info { title } time { start recurrence exceptions } } } }';
const CREATE_EVENT =
  'mutation ($i: CreateEventInput!) { createEvent(input: $i) { id time { exceptions } occurrences { start } } }';

/** Rules that are dense, sparse, or never occur. */
const rules: [string, string][] = [
  ['MINUTELY', 'FREQ=MINUTELY'],
  ['MINUTELY on one day in four years', 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=29'],
  ['MINUTELY, impossible', 'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30'],
  ['HOURLY, impossible', 'FREQ=HOURLY;INTERVAL=24;BYHOUR=3'],
  ['every minute by lists', `FREQ=DAILY;BYHOUR=${times(24, String).join()};BYMINUTE=${times(60, String).join()}`],
  ['a hundred thousand', 'FREQ=MINUTELY;COUNT=100000'],
  ['a hundred thousand rare ones', 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;INTERVAL=1;COUNT=100000'],
  ['every day of the year', `FREQ=YEARLY;BYYEARDAY=${times(366, (index) => index + 1).join()}`],
  ['positions', `FREQ=YEARLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=${times(366, (index) => -index - 1).join()}`],
  ['weeks', `FREQ=YEARLY;BYWEEKNO=${times(53, (index) => index + 1).join()};BYDAY=MO,SU`],
  ['a far interval', 'FREQ=DAILY;INTERVAL=10000;BYMONTH=2;BYMONTHDAY=30'],
  ['1,000 exceptions', `FREQ=MINUTELY\nEXDATE:${times(1_000, (index) => minute(index)).join()}`],
  [
    '1,000 days of exceptions',
    `FREQ=MINUTELY\nEXDATE;VALUE=DATE:${times(1_000, (index) => minute(index * 1_440).slice(0, 8)).join()}`,
  ],
  ['1,000 additions', `FREQ=YEARLY\nRDATE:${times(1_000, (index) => minute(index)).join()}`],
  ['20,000 characters of lines', filled('EXDATE:20300101T000000Z\n', 19_000)],
  ['a fold without end', `FREQ=DAILY${'\n '.repeat(9_000)}`],
  ['semicolons', ';'.repeat(19_000)],
];

function minute(index: number): string {
  const [date = '', time = ''] = new Date(Date.UTC(2030, 0, 1) + index * 60_000).toISOString().split('T');
  return `${date.replaceAll('-', '')}T${time.slice(0, 8).replaceAll(':', '')}Z`;
}

/** The most expensive requests that the calendar accepts, and some just beyond its limits. */
export function calendarRequests(hash: string): WorstRequest[] {
  const graphql = (name: string, query: string, variables: unknown = {}): WorstRequest => ({
    name,
    path: '/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${hash}` },
    body: JSON.stringify({ query, variables }),
  });
  const event = (recurrence: string, more: object = {}) => ({
    i: {
      time: { timeZone: 'Europe/Berlin', start: '2026-01-01T00:00:00Z', end: '2026-01-01T00:01:00Z', recurrence },
      info: [{ language: 'en', title: 'x' }],
      location: { name: 'x' },
      meta: { tags: ['worst'] },
      status: 'confirmed',
      ...more,
    },
  });
  const events = rules.map(([name, rule]) => graphql(`an event that repeats: ${name}`, CREATE_EVENT, event(rule)));
  const windows: [string, object][] = [
    ['without bounds', {}],
    ['far away', { from: '2190-01-01T00:00:00Z' }],
    ['of two centuries', { from: '1990-01-01T00:00:00Z', to: '2199-12-31T00:00:00Z' }],
    ['of 50 categories', { categories: times(50, (index) => `${index}`.repeat(300)) }],
  ];
  return [
    ...events,
    ...windows.map(([name, window]) =>
      graphql(`1,000 occurrences ${name}`, OCCURRENCES, { f: { limit: 1_000, ...window } }),
    ),
    graphql(
      'an event in 100 languages',
      CREATE_EVENT,
      event('FREQ=DAILY', {
        info: times(100, (index) => ({ language: `en-x-a${index}`, title: 'x', description: 'd'.repeat(2_000) })),
      }),
    ),
    graphql(
      '15 aliases',
      `{ ${times(15, (index) => `a${index}: occurrences(filter: { limit: 300 }) { id event { id } }`).join(' ')} }`,
    ),
    graphql('events with their occurrences', '{ events(filter: { limit: 190 }) { id occurrences { id } } }'),
    graphql('1,001 tokens', `{ ${'a '.repeat(1_000)} }`),
    graphql(
      'deep selections',
      `
        ${'{ a '.repeat(450)}
        ${'}'.repeat(450)}
      `,
    ),
    graphql('unknown fields', `{ ${times(900, (index) => `a${index}`).join(' ')} }`),
    graphql(
      'fragments that spread fragments',
      `
        {
          ...F0
        }
        ${times(120, (index) => `fragment F${index} on Query { ...F${index + 1} ...F${index + 1} }`).join(' ')}
      `,
    ),
    graphql('a long string', `{ event(id: "${'a'.repeat(250_000)}") { id } }`),
    graphql('variables of 250 kB', OCCURRENCES, { f: { categories: times(40_000, () => 'a') } }),
    graphql('variables nested deep', OCCURRENCES, {
      f: JSON.parse(`${'['.repeat(2_000)}${']'.repeat(2_000)}`) as unknown,
    }),
    graphql('an address of 200 kB', 'mutation ($e: String!) { requestInvite(input: { email: $e }) }', {
      e: `${'a.'.repeat(100_000)}@x.org`,
    }),
    graphql('a comment of 250 kB', `{ me { id } } #${'x'.repeat(250_000)}`),
  ];
}
