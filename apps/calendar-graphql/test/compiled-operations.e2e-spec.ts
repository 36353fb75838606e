import { CalendarEvent } from '@almanac/entities';
import fc from 'fast-check';
import { buildSchema, getNamedType, type GraphQLObjectType, isObjectType } from 'graphql';
import { readFileSync } from 'node:fs';
import { SCHEMA_FILE } from '../src/graphql/graphql.module';
import { TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const schema = buildSchema(readFileSync(SCHEMA_FILE, 'utf8'));
const MOST_LEVELS = 3;
const RUNS = 150;

/** Mostly none: operations with directives are not compiled. */
const directives = fc.oneof(
  { weight: 40, arbitrary: fc.constant('') },
  fc.constantFrom(' @include(if: $yes)', ' @skip(if: $yes)', ' @include(if: $no)'),
);

/** Selection sets of a type: fields in any order, some twice, under aliases, with directives or in fragments. */
function selections(type: GraphQLObjectType, level: number): fc.Arbitrary<string> {
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const below = getNamedType(field.type);
    if (!isObjectType(below)) return [fc.constant(field.name)];
    return level === 0 ? [] : [selections(below, level - 1).map((set) => `${field.name} ${set}`)];
  });
  const one = fc
    .tuple(fc.oneof(fc.constant('__typename'), ...fields), directives, fc.constantFrom('', '', '', 'a', 'b'))
    .map(([field, directive, alias]) => {
      const [, name = '', set = ''] = /^(\w+)(.*)$/s.exec(field) ?? [];
      // An alias says which field it stands for: different ones under one name would be refused.
      return `${alias && `${alias}_${name}: `}${name}${directive}${set}`;
    });
  const spread = one.map((field) => `... on ${type.name} { ${field} }`);
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: one }, spread), { minLength: 1, maxLength: 5 })
    .map((set) => `{ ${set.join(' ')} }`);
}

function selectionsOf(name: string): fc.Arbitrary<string> {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`${name} is no object type.`);
  return selections(type, MOST_LEVELS);
}

const instant = fc.constantFrom(
  '2026-06-01T00:00:00Z',
  '2026-06-08T02:00:00+02:00',
  '2026-06-03T12:30:00Z',
  'tomorrow',
);
interface Filter {
  from?: string | null;
  to?: string | null;
  timeZone?: string | null;
  categories?: (string | number | null)[] | string | null;
  limit?: number | string | null;
}

/** Right values, absent and wrong ones, texts that end a literal of another language. */
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    from: fc.option(instant, { freq: 5 }),
    to: fc.option(instant, { freq: 5 }),
    timeZone: fc.constantFrom('Asia/Kolkata', 'America/New_York', 'utc', null, 'Mars/Base', '"};throw 1//\u2028'),
    categories: fc.constantFrom(['tests'], ['none', null], [], 'tests', null, ['\\"`${1}'], [1]),
    limit: fc.constantFrom(1, 2, 50, 7, null, 0, '3', 1.5),
  },
  { requiredKeys: [] },
);

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(' ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, each]) => `${key}: ${literal(each)}`)
    .join(' ')}}`;
}

interface Operation {
  query: string;
  variables: Record<string, unknown>;
}

/** The ways a filter reaches its field: as one variable, as literals, or as an object of both. */
const ways = {
  variable: (given: object) => ({
    declared: ['$filter: OccurrencesQueryFilter!'],
    text: '$filter',
    variables: { filter: given },
  }),
  literals: (given: object) => ({ declared: [], text: literal(given), variables: {} }),
  both: ({ limit, ...rest }: Filter) => ({
    declared: ['$limit: Int'],
    text: literal(rest).replace(/\}$/, ' limit: $limit}'),
    variables: { limit },
  }),
};

/** A query of occurrences, perhaps beside one of a single event. */
function operations(eventId: string): fc.Arbitrary<Operation> {
  const way = fc.constantFrom(ways.variable, ways.literals, ways.both);
  return fc
    .tuple(selectionsOf('EventOccurrence'), selectionsOf('CalendarEvent'), filter, way, fc.boolean())
    .map(([ofOccurrence, ofEvent, given, made, isAboutOne]) => {
      const { declared, text, variables } = made(given);
      const ofOne = isAboutOne ? `event(id: "${eventId}") ${ofEvent} me { name }` : '';
      const body = `occurrences(filter: ${text}) ${ofOccurrence} ${ofOne}`;
      const conditions = new Set(body.match(/\$(yes|no)\b/g));
      const all = [...declared, ...[...conditions].map((name) => `${name}: Boolean = ${name === '$yes'}`)];
      return { query: `query Any${all.length > 0 ? `(${all.join(', ')})` : ''} { ${body} }`, variables };
    });
}

describe('operations that come again', () => {
  let calendar: TestCalendar;
  let hash: string;
  let eventId: string;

  beforeAll(async () => {
    calendar = await TestCalendar.start();
    hash = (await calendar.addUser()).hash;
    const meta = { tags: ['tests'] };
    const add = (start: string, end: string, recurrence?: string) =>
      addEvent(calendar, hash, { meta, time: { timeZone: 'Europe/Berlin', start, end, recurrence } });
    eventId = await add(
      '2026-06-01T09:00:00+02:00',
      '2026-06-01T10:00:00+02:00',
      'FREQ=DAILY\nEXDATE:20260603T070000Z',
    );
    await add('2026-06-01T09:30:00+02:00', '2026-06-01T09:40:00+02:00', 'FREQ=HOURLY');
    await add('2026-06-02T09:30:00+02:00', '2026-06-04T09:40:00+02:00');
  });

  afterAll(() => calendar.stop());

  async function send({ query, variables }: Operation): Promise<string> {
    const { statusCode, body } = await calendar.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: `Bearer ${hash}` },
      payload: { query, variables },
    });
    return `${statusCode} ${body}`;
  }

  async function compiledAnswers(): Promise<number> {
    const { body } = await calendar.app.inject({ url: '/metrics' });
    return Number(/^calendar_compiled_operations_total\{.*\} (\d+)$/m.exec(body)?.[1] ?? NaN);
  }

  it('are answered by compiled code with the same bytes, and refused with the same errors', async () => {
    const before = await compiledAnswers();
    let succeeded = 0;
    await fc.assert(
      fc.asyncProperty(operations(eventId), async (operation) => {
        const first = await send(operation);
        if (!first.includes('"errors"')) succeeded += 1;
        expect(await send(operation)).toBe(first);
        expect(await send(operation)).toBe(first);
      }),
      { numRuns: RUNS },
    );
    expect(succeeded).toBeGreaterThan(RUNS / 10);
    // Of those that are asked three times, twice each but for large ones and those with directives.
    expect(await compiledAnswers()).toBeGreaterThan(before + succeeded);
  });

  it('are told apart by the name of the operation', async () => {
    const query = 'query A { me { name } } query B { me { id } }';
    const ask = async (operationName: string) =>
      (
        await calendar.app.inject({ method: 'POST', url: '/graphql', payload: { query, operationName } })
      ).json<unknown>();
    for (let time = 0; time < 3; time++) {
      expect(await ask('A')).toEqual({ data: { me: null } });
      expect(await ask('B')).toEqual({ data: { me: null } });
      expect(await ask('C')).toMatchObject({ errors: [{ message: 'Unknown operation named "C".' }] });
    }
  });

  it('are not compiled when that would take long', async () => {
    const before = await compiledAnswers();
    const times = Array.from({ length: 15 }, (_, index) => `t${index}: time { ...T }`).join(' ');
    const query = `{ event(id: "${eventId}") { ${times} } } fragment T on EventTime { timeZone start end recurrence exceptions a: start b: end }`;
    for (let time = 0; time < 3; time++) await calendar.ask(query);
    expect(await compiledAnswers()).toBe(before);
  });

  it('that change something are executed once each', async () => {
    const before = await compiledAnswers();
    const count = (): Promise<number> => calendar.source.getRepository(CalendarEvent).count();
    const events = await count();
    for (let time = 0; time < 3; time++) await addEvent(calendar, hash);
    expect(await count()).toBe(events + 3);
    expect(await compiledAnswers()).toBe(before);
  });
});
