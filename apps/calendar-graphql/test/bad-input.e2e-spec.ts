import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GraphqlResponse, TestCalendar } from './calendar';

interface EventTime {
  timeZone: string;
  start: string;
  end: string;
  recurrence: string | null;
}

interface BadInput {
  id: string;
  op:
    'createEvent' | 'updateEvent' | 'occurrences' | 'events' | 'event' | 'signup' | 'signin' | 'requestInvite' | 'raw';
  expect: string;
  why: string;
  code?: string;
  path?: string;
  time?: EventTime;
  window?: [string, string];
  limit?: number;
  filter?: Record<string, unknown>;
  query?: string;
  input?: Record<string, unknown> | string | null;
  echo?: string;
  normalisedStart?: string;
  expectedUtcStarts?: string[];
}

type Fields = Record<string, unknown>;

const OPERATIONS = {
  createEvent:
    'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id time { timeZone start recurrence } } }',
  updateEvent: 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id status info { title } } }',
  occurrences: 'query ($filter: OccurrencesQueryFilter!) { occurrences(filter: $filter) { id utcStart event { id } } }',
  events: 'query ($filter: EventsQueryFilter!) { events(filter: $filter) { id } }',
  event: 'query ($input: ID!) { event(id: $input) { id } }',
  signup: 'mutation ($input: SignupInput) { signup(input: $input) { path message } }',
  signin: 'mutation ($input: SigninInput) { signin(input: $input) { hash } }',
  requestInvite: 'mutation ($input: RequestInviteInput) { requestInvite(input: $input) }',
};

/** The library proves itself on the same file. */
const cases: BadInput[] = JSON.parse(
  readFileSync(join(__dirname, '../../../libs/recurrence/test/vectors/bad-input-61.json'), 'utf8'),
);

const validTime = {
  timeZone: 'Europe/Berlin',
  start: '2025-03-03T09:00:00+01:00',
  end: '2025-03-03T10:00:00+01:00',
  recurrence: null,
};

function eventInput(more: Fields = {}): Fields {
  return {
    time: validTime,
    info: [{ language: 'en', title: 'An event' }],
    location: {},
    meta: { tags: [] },
    status: 'confirmed',
    ...more,
  };
}

describe('inputs that are wrong, hostile or at the edge', () => {
  let calendar: TestCalendar;
  let user: { hash: string };
  beforeAll(async () => {
    calendar = await TestCalendar.start();
    user = await calendar.addUser();
  });
  afterAll(() => calendar.stop());

  const create = (tag: string, more: Fields) =>
    calendar.send<Fields>(OPERATIONS.createEvent, { input: eventInput({ meta: { tags: [tag] }, ...more }) }, user);

  async function sendCase(item: BadInput): Promise<GraphqlResponse<Fields>> {
    const isAnonymous = typeof item.input === 'string' && item.input.includes('no Authorization');
    const sender = isAnonymous ? {} : user;
    if (item.op === 'raw') return calendar.send(item.query ?? '');
    if (item.op === 'occurrences' || item.op === 'events') {
      return calendar.send(OPERATIONS[item.op], { filter: item.filter });
    }
    if (item.op === 'createEvent') {
      const more = typeof item.input === 'object' && item.input !== null ? item.input : {};
      const input = eventInput({ meta: { tags: [item.id] }, ...(item.time && { time: item.time }), ...more });
      return calendar.send(OPERATIONS.createEvent, { input }, sender);
    }
    if (item.op === 'updateEvent') {
      const { data } = await create(item.id, {});
      const created = data?.createEvent as Fields;
      const input = typeof item.input === 'object' ? { ...item.input, id: created.id } : item.input;
      return calendar.send(OPERATIONS.updateEvent, { input }, sender);
    }
    return calendar.send(OPERATIONS[item.op], { input: item.input }, sender);
  }

  const checks: Record<string, (item: BadInput, answer: GraphqlResponse<Fields>) => Promise<void> | void> = {
    reject: (item, { data, errors }) => {
      expect(Object.values(data ?? {}).every((value) => value === null)).toBe(true);
      const [error] = errors;
      // The vectors name the kind of limit where any request error will do.
      const codes = item.code === 'DEPTH/COMPLEXITY' ? ['GRAPHQL_VALIDATION_FAILED'] : item.code?.split('|');
      expect(codes).toContain(error?.extensions.code);
      if (item.path) expect(error?.extensions.errors?.map(({ path }) => path)).toContain(item.path);
    },
    bounded: async (item, { errors }) => {
      expect(errors).toEqual([]);
      const [from, to] = item.window ?? [];
      const filter = { from, to, categories: [item.id], limit: item.limit ?? 1000 };
      const { occurrences } = await calendar.ask<{ occurrences: { utcStart: string }[] }>(OPERATIONS.occurrences, {
        filter,
      });
      expect(occurrences.length).toBeLessThanOrEqual(filter.limit);
      if (item.expectedUtcStarts) expect(occurrences.map(({ utcStart }) => utcStart)).toEqual(item.expectedUtcStarts);
    },
    'reject-or-bounded': (item, answer) =>
      answer.errors.length > 0
        ? expect(answer.errors[0]?.extensions.code).toBe('BAD_USER_INPUT')
        : checks.bounded?.(item, answer),
    accept: (item, { data, errors }) => {
      expect(errors).toEqual([]);
      if (item.echo) expect(data).toMatchObject({ createEvent: { time: { timeZone: item.echo } } });
    },
    'accept-clamped': async (item, { data, errors }) => {
      expect(errors).toEqual([]);
      if (item.op !== 'createEvent') return;
      const { occurrences } = await calendar.ask<{ occurrences: { utcStart: string }[] }>(OPERATIONS.occurrences, {
        filter: { categories: [item.id] },
      });
      expect(data).toBeTruthy();
      expect(occurrences[0]?.utcStart).toBe(item.normalisedStart);
    },
    'accept-as-null': (_item, { data, errors }) => {
      expect(errors).toEqual([]);
      expect(data).toMatchObject({ createEvent: { time: { recurrence: null } } });
    },
    'errors-list': (item, { data, errors }) => {
      expect(errors).toEqual([]);
      const paths = (data?.signup as { path: string }[]).map(({ path }) => path);
      expect(paths).toEqual(item.input === null ? ['input'] : ['username', 'name']);
    },
    true: (item, { data }) => expect(data).toEqual({ [item.op]: true }),
    empty: (item, { data }) => expect(data).toEqual({ [item.op]: [] }),
  };

  it.each(cases.map((item) => [`${item.id}: ${item.why}`, item] as const))('%s', async (_name, item) => {
    const check = checks[item.expect];
    if (!check) throw new Error(`Nothing is known about "${item.expect}".`);
    await check(item, await sendCase(item));
  });
});
