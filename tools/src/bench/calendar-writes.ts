import { createHash, randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { request } from 'undici';
import { weekOf } from './calendar-data';
import { type Figure, median } from './harness/figure';

/** The title of the events that a run creates and finally deletes. */
const CREATED_TITLE = 'Created by the benchmark';
const CREATE = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }';
/** SQL: the id of the user who creates the events. */
const OWNER = `'aa' || lpad('1', 22, '0')`;
const CREATIONS = 100;
const WARM_UP = 20;

/** The rows that the service writes for one event. */
interface WrittenRows {
  event: Record<string, unknown>;
  occurrences: { starts: Date[]; ends: Date[] };
  outboxEvent: { subject_type: string; event: string; payload: object };
}

/** Adds a session of OWNER. @returns its hash, which is the bearer token */
async function addSession(client: Client): Promise<string> {
  const hash = randomBytes(32).toString('base64url');
  const digest = createHash('sha256').update(hash).digest('hex');
  await client.query(
    `insert into calendar.sessions (id, user_id, hash_digest, created_at, redeemable_until_at, redeemed_at, expires_at)
     values ($1, ${OWNER}, $2, now(), now() + interval '1 hour', now(), now() + interval '30 days')`,
    [randomBytes(12).toString('hex'), digest],
  );
  return hash;
}

/** Creates a weekly series through the API. @returns its id */
async function createSeries(origin: string, authorization: string): Promise<string> {
  const [start = ''] = weekOf(0).map((date) => date.toISOString());
  const input = {
    time: { timeZone: 'Europe/Berlin', start, end: start, recurrence: 'FREQ=WEEKLY' },
    info: [{ language: 'en', title: CREATED_TITLE }],
    location: {},
    meta: { tags: [] },
    status: 'confirmed',
  };
  const { statusCode, body } = await request(`${origin}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ query: CREATE, variables: { input } }),
  });
  const response = (await body.json()) as { data?: { createEvent: { id: string } }; errors?: unknown[] };
  if (statusCode !== 200 || response.errors || !response.data)
    throw new Error(`Invalid run: ${JSON.stringify(response)}`);
  return response.data.createEvent.id;
}

async function readWrittenRows(client: Client, id: string): Promise<WrittenRows> {
  const event = await client.query<{ event: Record<string, unknown> }>(
    'select to_jsonb(e) as event from calendar.events e where id = $1',
    [id],
  );
  const occurrences = await client.query<{ starts: Date[]; ends: Date[] }>(
    `select array_agg(start_at order by start_at) as starts, array_agg(end_at order by start_at) as ends
     from calendar.occurrences where event_id = $1`,
    [id],
  );
  const outboxEvent = await client.query<WrittenRows['outboxEvent']>(
    'select subject_type, event, payload from calendar.outbox where subject_id = $1',
    [id],
  );
  const [eventRow, instants, outboxRow] = [event.rows[0], occurrences.rows[0], outboxEvent.rows[0]];
  if (!eventRow || !outboxRow || !(instants && instants.starts.length > 100))
    throw new Error('Invalid run: the service did not write the expected rows.');
  return { event: eventRow.event, occurrences: instants, outboxEvent: outboxRow };
}

/** Inserts rows like those of a created event, with a new id, in one transaction: the part of a creation that the database does. */
async function insertCopy(client: Client, { event, occurrences, outboxEvent }: WrittenRows): Promise<void> {
  const id = randomBytes(12).toString('hex');
  await client.query('begin');
  await client.query({
    name: 'event',
    text: 'insert into calendar.events select * from jsonb_populate_record(null::calendar.events, $1::jsonb)',
    values: [{ ...event, id }],
  });
  await client.query({
    name: 'occurrences',
    text: `insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled)
      select $1, t.start_at, t.end_at, false from unnest($2::timestamptz[], $3::timestamptz[]) as t (start_at, end_at)`,
    values: [id, occurrences.starts, occurrences.ends],
  });
  await client.query({
    name: 'outboxEvent',
    text: `insert into calendar.outbox (id, subject_type, subject_id, revision, event, payload) values ($1, $2, $3, 1, $4, $5)`,
    values: [randomBytes(12).toString('hex'), outboxEvent.subject_type, id, outboxEvent.event, outboxEvent.payload],
  });
  await client.query('commit');
}

/** The duration of `work` in milliseconds. */
async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function measure(client: Client, create: () => Promise<string>): Promise<Figure[]> {
  const written = await readWrittenRows(client, await create());
  const statements: number[] = [];
  const requests: number[] = [];
  for (let i = -WARM_UP; i < CREATIONS; i++) {
    const [bare, whole] = [await durationOf(() => insertCopy(client, written)), await durationOf(create)];
    if (i < 0) continue;
    statements.push(bare);
    requests.push(whole);
  }
  const isMet = median(statements) <= 10;
  const common = { benchmark: 'calendar', unit: 'ms' };
  return [
    {
      ...common,
      measure: 'createEvent of a weekly series, at the database',
      values: statements,
      bar: 'median ≤ 10 ms',
      limits: { value: 10 },
      isMet,
    },
    {
      ...common,
      measure: 'createEvent of a weekly series, whole request',
      values: requests,
      bar: 'none',
      isMet: null,
    },
  ];
}

/**
 * The duration of the creation of a weekly series: of a transaction that only inserts its rows, from `begin` to the end of `commit`, and of
 * the whole request.
 */
export async function writes(databaseUrl: string, origin: string): Promise<Figure[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const authorization = `Bearer ${await addSession(client)}`;
  try {
    return await measure(client, () => createSeries(origin, authorization));
  } finally {
    // The next run must find the same events as this one, so the created events are deleted.
    const created = `select id from calendar.events where owner_id = ${OWNER} and information -> 0 ->> 'title' = '${CREATED_TITLE}'`;
    await client.query(`delete from calendar.outbox where subject_id in (${created})`);
    await client.query(`delete from calendar.events where id in (${created})`);
    await client.query('vacuum calendar.occurrences, calendar.events');
    await client.end();
  }
}
