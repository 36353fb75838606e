import { Logger } from '@almanac/platform';
import { type GraphqlFailure, TestCalendar } from './calendar';

interface Sent {
  method?: 'GET' | 'POST';
  url?: string;
  headers?: Record<string, string>;
  payload?: string;
}

const ME = '{ me { id } }';
const persisted = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
const OCCURRENCES = 'query ($filter: OccurrencesQueryFilter!) { occurrences(filter: $filter) { id } }';
const EVENTS = 'query ($filter: EventsQueryFilter!) { events(filter: $filter) { id } }';
const SIGNUP = 'mutation ($input: SignupInput) { signup(input: $input) { path message } }';
const SIGNIN = 'mutation ($hash: String!) { signin(input: { hash: $hash }) { hash } }';
const INVITE = 'mutation ($email: String!) { requestInvite(input: { email: $email }) }';
const CREATE = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }';

const raw = (payload: string, type = 'application/json', headers = {}): Sent => ({
  payload,
  headers: { 'content-type': type, ...headers },
});
const body = (value: unknown): Sent => raw(JSON.stringify(value));
const typed = (type: string, payload = JSON.stringify({ query: ME })): Sent => raw(payload, type);
const filter = (value: unknown): Sent => body({ query: OCCURRENCES, variables: { filter: value } });
const get = (query: Record<string, string>): Sent => ({
  method: 'GET',
  url: `/graphql?${new URLSearchParams(query).toString()}`,
  headers: { 'apollo-require-preflight': 'true' },
});
const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}1${close.repeat(levels)}`;

/** Requests that cannot be executed, by the code they are refused with. */
const refused: Record<string, Record<string, Sent>> = {
  PERSISTED_QUERY_NOT_SUPPORTED: {
    'a persisted query by its hash': body({ extensions: persisted }),
    'a persisted query with its text': body({ query: ME, extensions: persisted }),
    'a persisted query of an unknown version': body({ query: ME, extensions: { persistedQuery: { version: 2 } } }),
    'a persisted query that is a string': body({ query: ME, extensions: { persistedQuery: 'x' } }),
    'a persisted query by GET': get({ extensions: JSON.stringify(persisted) }),
  },
  GRAPHQL_VALIDATION_FAILED: {
    'a subscription': body({ query: 'subscription { me { id } }' }),
    'a subscription beside a query': body({ query: `query A ${ME} subscription B ${ME}`, operationName: 'A' }),
    'a subscription that is chosen': body({ query: `query A ${ME} subscription B ${ME}`, operationName: 'B' }),
    'a type definition': body({ query: 'type A { a: Int }' }),
    'a fragment alone': body({ query: 'fragment A on Query { me { id } }' }),
    'a variable of an unknown type': body({ query: 'query ($a: Nope!) { me { id } }', variables: { a: 1 } }),
    '@defer': body({ query: '{ ... @defer { me { id } } }' }),
    'an integer of 20 digits': body({ query: '{ occurrences(filter: { limit: 99999999999999999999 }) { id } }' }),
  },
  GRAPHQL_PARSE_FAILED: {
    'a blank query': body({ query: '  ' }),
    'a string without end': body({ query: '{ event(id: "' }),
    'half a surrogate pair': body({ query: '{ me { id\ud800 } }' }),
    'a literal nested 900 deep': body({ query: `{ event(id: ${nested('[', ']', 900)}` }),
  },
  OPERATION_RESOLUTION_FAILURE: {
    'two operations and no name': body({ query: `query A ${ME} query B ${ME}` }),
    'a name no operation has': body({ query: `query A ${ME}`, operationName: '__proto__' }),
  },
  BAD_USER_INPUT: {
    'a missing variable': body({ query: OCCURRENCES }),
    'a variable of another type': filter('x'),
    'a limit that is a string': filter({ limit: 'x' }),
    'a limit beyond integers': filter({ limit: 1e300 }),
    'a zone that is a list': filter({ timeZone: [] }),
    'an unknown field': filter({ constructor: 1 }),
    'more wrong values than graphql-js reports': filter({ categories: Array<number>(60).fill(1) }),
    'more unknown fields than graphql-js reports': filter(
      Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`a${index}`, 1])),
    ),
    'a variable nested 20,000 deep': raw(
      `{"query":${JSON.stringify(OCCURRENCES)},"variables":{"filter":${nested('{"a":', '}', 20_000)}}}`,
    ),
    'a variable of 200,000 characters': filter('x'.repeat(200_000)),
  },
  BAD_REQUEST: {
    ...Object.fromEntries(
      ['application/x-unknown', 'application/graphql', 'text/plain', 'text/xml', 'a/b/c;;;', 'application/jsonp', 'x']
        .concat(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/json+x', ''])
        .map((type) => [`a body of the type "${type}"`, typed(type)]),
    ),
    'a simple request that says it is none': raw(ME, 'text/plain', { 'apollo-require-preflight': 'true' }),
    'a body without a type': { payload: JSON.stringify({ query: ME }) },
    'a request without a body': {},
    'an empty body': raw(''),
    'broken JSON': raw('{"query":'),
    'a body that names __proto__': raw(`{"__proto__":{},"query":"${ME}"}`),
    'lists nested 100,000 deep as variables': raw(`{"query":"${ME}","variables":${nested('[', ']', 100_000)}}`),
    ...Object.fromEntries(
      [null, 1, 'x', [], {}, [{ query: ME }, { query: ME }]].map((each) => [
        `the body ${JSON.stringify(each)}`,
        body(each),
      ]),
    ),
    ...Object.fromEntries(
      [null, 1, '', {}, [ME], { kind: 'Document', definitions: [] }].map((query) => [
        `the query ${JSON.stringify(query)}`,
        body({ query }),
      ]),
    ),
    ...Object.fromEntries(
      ['{"a":1}', 1, [1]].map((variables) => [
        `the variables ${JSON.stringify(variables)}`,
        body({ query: ME, variables }),
      ]),
    ),
    'an operation name that is an object': body({ query: ME, operationName: {} }),
    'extensions that are a string': body({ query: ME, extensions: 'x' }),
    'broken variables by GET': get({ query: ME, variables: '{' }),
    'a query given twice by GET': { ...get({}), url: '/graphql?query=%7Bme%7Bid%7D%7D&query=1' },
  },
};

/** Well-formed requests with extreme values: the service responds to each. */
const strange = ['\0', '\ud800', '\u202e', '{', '\\', "'", '%', 'x'.repeat(900), '2199-12-31T23:59:59Z', '-1', 'NaN'];
const answered: [string, string, (value: string) => Record<string, unknown>][] = [
  ['events by owner', EVENTS, (value) => ({ filter: { owner: value } })],
  ['events by category', EVENTS, (value) => ({ filter: { categories: [value] } })],
  ['occurrences by category', OCCURRENCES, (value) => ({ filter: { categories: [value] } })],
  ['occurrences from', OCCURRENCES, (value) => ({ filter: { from: value } })],
  ['occurrences in a zone', OCCURRENCES, (value) => ({ filter: { timeZone: value } })],
  ['an event', 'query ($id: ID!) { event(id: $id) { id } }', (value) => ({ id: value })],
  ['signup by address', SIGNUP, (value) => ({ input: { email: `${value}@example.org`, username: 'abc', name: 'x' } })],
  ['signup by name', SIGNUP, (value) => ({ input: { email: 'a@example.org', username: 'abc', name: `a${value}` } })],
  ['signup by user name', SIGNUP, (value) => ({ input: { email: 'a@example.org', username: value, name: 'x' } })],
  ['signin', SIGNIN, (value) => ({ hash: value })],
  ['requestInvite', INVITE, (value) => ({ email: `${value}@example.org` })],
  ['deleteEvent', 'mutation ($id: ID!) { deleteEvent(id: $id) }', (value) => ({ id: value })],
  ...['title', 'language', 'description', 'address', 'tag', 'status', 'recurrence', 'timeZone', 'start'].map(
    (part): (typeof answered)[number] => [
      `createEvent with a strange ${part}`,
      CREATE,
      (value) => eventWith(part, value),
    ],
  ),
];

function eventWith(part: string, value: string): Record<string, unknown> {
  const text = (name: string, otherwise: string) => (name === part ? value : otherwise);
  return {
    input: {
      time: {
        timeZone: text('timeZone', 'UTC'),
        start: text('start', '2030-01-01T00:00:00Z'),
        end: '2030-01-01T01:00:00Z',
        recurrence: text('recurrence', 'FREQ=DAILY;COUNT=2'),
      },
      info: [{ language: text('language', 'en'), title: text('title', 'x'), description: text('description', 'x') }],
      location: { address: text('address', 'x') },
      meta: { tags: [text('tag', 'x')] },
      status: text('status', 'confirmed'),
    },
  };
}

describe('a request that cannot be executed', () => {
  const lines: string[] = [];
  let calendar: TestCalendar;
  let authorization: string;
  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = Logger.create({ service: 'test', level: 'info', destination });
    calendar = await TestCalendar.start({ NODE_ENV: 'production' }, { logger });
    authorization = `Bearer ${(await calendar.addUser()).hash}`;
  });
  afterAll(() => calendar.stop());

  /** Sends a request and gives its answer, having seen that nothing was logged as a failure of the service. */
  async function send({ method = 'POST', url = '/graphql', headers, payload }: Sent) {
    const before = lines.length;
    const response = await calendar.app.inject({ method, url, payload, headers: { authorization, ...headers } });
    const levels = lines.slice(before).map((line) => (JSON.parse(line) as { level: string }).level);
    expect(levels.filter((level) => level !== 'info')).toEqual([]);
    expect(response.body).not.toMatch(/stack|node_modules|INTERNAL_SERVER_ERROR/);
    return response;
  }

  const all = Object.entries(refused).flatMap(([code, requests]) =>
    Object.entries(requests).map(([name, sent]) => [name, code, sent] as const),
  );
  it.each(all)('such as %s is answered 400 with the code %s', async (_, code, sent) => {
    // Three times, since an operation that comes again is executed in another way.
    for (let time = 1; time <= 3; time += 1) {
      const response = await send(sent);
      expect(response.statusCode).toBe(400);
      const { errors } = response.json<{ errors: GraphqlFailure[] }>();
      expect([...new Set(errors.map(({ extensions }) => extensions.code))]).toEqual([code]);
    }
  });

  it('names the wrong field, whatever text its value contains', async () => {
    const query = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';
    const input = { id: 'x', info: [{ title: 'Bread; "butter" at "noon"; jam' }] };
    const { errors } = (await send(body({ query, variables: { input } }))).json<{ errors: GraphqlFailure[] }>();
    const message = 'Field "language" of required type "String!" was not provided.';
    expect(errors[0]?.extensions.errors).toEqual([{ path: 'input.info.0', message }]);
  });

  it.each(answered)('or whose values are strange is no failure of the service: %s', async (_, query, variables) => {
    for (const value of strange) {
      const { statusCode } = await send(body({ query, variables: variables(value) }));
      expect([200, 400]).toContain(statusCode);
    }
  });
});
