import { Client } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { type ServiceResponse, ProductionSite } from './production-site';

const MINUTES = 60_000;
const WRITERS = 30;
const PROBE_PAUSE_MS = 100;
/** Releases the lock even if writers still wait. */
const LOCKED_MS = 15_000;

const QUERY = '{ events(filter: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }) { id } }';
const event = {
  time: { timeZone: 'UTC', start: '2026-01-05T10:00:00Z', end: '2026-01-05T11:00:00Z' },
  info: [{ language: 'en', title: 'Regatta' }],
  location: {},
  meta: { tags: [] },
  status: 'confirmed',
};

const statuses = (responses: ServiceResponse[]): number[] => [...new Set(responses.map(({ status }) => status))];

function report(name: string, responses: ServiceResponse[]): void {
  const slowest = Math.round(Math.max(...responses.map(({ durationMs }) => durationMs)));
  const counts = statuses(responses).map(
    (status) => `${responses.filter((one) => one.status === status).length} × ${status}`,
  );
  process.stdout.write(`${name}: ${counts.join(', ')}, slowest ${slowest} ms\n`);
}

const refusals = (written: ServiceResponse[]): ServiceResponse[] => written.filter(({ status }) => status === 503);

/** Writers get 200 after the lock is released, or 503 with Retry-After. */
function assertRefusedWithRetryAfter(written: ServiceResponse[]): void {
  expect(refusals(written).length).toBeGreaterThan(0);
  expect(written.filter(({ status }) => ![200, 503].includes(status))).toEqual([]);
  expect(refusals(written).filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([]);
}

describe('a row that another session locks while thirty writers wait', () => {
  let site: ProductionSite;
  let holder: Client;
  beforeAll(async () => {
    site = await ProductionSite.start({ environment: () => ({ MUTATIONS_PER_USER_PER_MINUTE: '1000' }) });
    await site.signIn();
    holder = new Client({ connectionString: site.databaseUrl });
    await holder.connect();
  }, 5 * MINUTES);
  afterAll(async () => {
    await holder.end();
    await site.stop();
  });

  /** Sends requests one after the other until all `writers` have a response. */
  async function probe(
    requests: () => Promise<ServiceResponse>,
    writers: Promise<unknown>,
  ): Promise<ServiceResponse[]> {
    const responses: ServiceResponse[] = [];
    let isOver = false;
    void writers.then(() => (isOver = true));
    while (!isOver) {
      responses.push(await requests());
      await pause(PROBE_PAUSE_MS);
    }
    return responses;
  }

  /** Responses to the writers and to other requests while the row is locked. */
  async function whileLocked(
    lock: string,
    values: unknown[],
    write: () => Promise<ServiceResponse>,
    beside: Record<string, () => Promise<ServiceResponse>>,
  ): Promise<{ written: ServiceResponse[]; others: Record<string, number[]> }> {
    await holder.query('begin');
    await holder.query(lock, values);
    const giveUp = setTimeout(() => void holder.query('rollback'), LOCKED_MS);
    const writers = Promise.all(Array.from({ length: WRITERS }, write));
    const others = await Promise.all(
      Object.entries(beside).map(async ([name, request]) => {
        const responses = await probe(request, writers);
        report(name, responses);
        return [name, statuses(responses)] as const;
      }),
    );
    const written = await writers;
    report('writers', written);
    clearTimeout(giveUp);
    await holder.query('rollback');
    return { written, others: Object.fromEntries(others) };
  }

  it(
    'does not affect readiness or reads of publishing; writers get 503 with Retry-After',
    async () => {
      const { posts } = JSON.parse((await site.admin('posts/', 'POST', { posts: [{ title: 'Locked' }] })).body);
      const [{ id, updated_at }] = posts;
      let unique = 0;
      const { written, others } = await whileLocked(
        'select 1 from publishing.posts where id = $1 for update',
        [id],
        () => site.admin(`posts/${id}/`, 'PUT', { posts: [{ title: `Edit ${(unique += 1)}`, updated_at }] }),
        {
          'readiness of admin-api': () => site.ready('admin-api'),
          'readiness of content-api': () => site.ready('content-api'),
          'readiness of scheduler-worker': () => site.ready('scheduler-worker'),
          'reads of admin-api': () => site.admin('posts/?limit=5'),
          'reads of content-api': () => site.content((unique += 1)),
        },
      );
      expect(Object.values(others)).toEqual(Array.from({ length: 5 }, () => [200]));
      assertRefusedWithRetryAfter(written);
      expect(JSON.parse(refusals(written)[0]?.body ?? '').errors[0]).toMatchObject({ type: 'MaintenanceError' });
      const [after] = JSON.parse((await site.admin(`posts/${id}/`)).body).posts;
      const edited = await site.admin(`posts/${id}/`, 'PUT', {
        posts: [{ title: 'Free', updated_at: after.updated_at }],
      });
      expect(edited.status).toBe(200);
    },
    3 * MINUTES,
  );

  it(
    'has the same effect in the calendar, with GraphQL errors',
    async () => {
      const added = await site.calendar('mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }', {
        input: event,
      });
      const { id } = JSON.parse(added.body).data.createEvent;
      const update = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }';
      const { written, others } = await whileLocked(
        'select 1 from calendar.events where id = $1 for update',
        [id],
        () => site.calendar(update, { input: { id, status: 'tentative' } }),
        { 'readiness of calendar-graphql': () => site.ready('calendar-graphql'), queries: () => site.calendar(QUERY) },
      );
      expect(others).toEqual({ 'readiness of calendar-graphql': [200], queries: [200] });
      assertRefusedWithRetryAfter(written);
      expect(JSON.parse(refusals(written)[0]?.body ?? '').errors[0]).toMatchObject({
        extensions: { code: 'MAINTENANCE', retryAfter: expect.any(Number) },
      });
      expect((await site.calendar(update, { input: { id, status: 'tentative' } })).status).toBe(200);
    },
    3 * MINUTES,
  );
});
