import { assertNoPooler } from '@almanac/entities';
import { hasPgBouncer, startPgBouncer, type TestPgBouncer, warnAboutMissingPgBouncer } from '@almanac/testing';
import { Client } from 'pg';
import { createProgram } from '../src/cli/program';
import { eventually } from './local-run';
import { type ServiceResponse, ProductionSite } from './production-site';

const MINUTES = 60_000;
const READS = 33;
/** Fewer than the connections of the services, so that each transaction may use another session. */
const POOL_SIZE = 4;

if (!hasPgBouncer()) warnAboutMissingPgBouncer('the four services');
const throughPgBouncer = hasPgBouncer() ? describe : describe.skip;

throughPgBouncer('PgBouncer in transaction mode between the services and PostgreSQL', () => {
  let pgBouncer: TestPgBouncer;
  let site: ProductionSite;
  let environment: Record<string, string>;

  const migrate = (variables: Record<string, string>): Promise<string> => almanac('migrate', variables);

  async function almanac(command: string, variables: Record<string, string>): Promise<string> {
    let text = '';
    const options = {
      environment: variables,
      write: (part: string) => void (text += part),
      setExitCode: () => undefined,
      writeError: () => undefined,
      progress: () => undefined,
    };
    await createProgram(options).parseAsync([command], { from: 'user' });
    return text;
  }

  beforeAll(async () => {
    site = await ProductionSite.start({
      environment: async (url) => {
        pgBouncer = await startPgBouncer(url, { poolSize: POOL_SIZE });
        environment = { DATABASE_URL: pgBouncer.url('almanac'), DATABASE_DIRECT_URL: url };
        await migrate(environment);
        return { ...environment, QUEUE_URL: url };
      },
    });
    await site.signIn();
  }, 5 * MINUTES);
  afterAll(async () => {
    await site.stop();
    await pgBouncer.stop();
  });

  const count = (responses: ServiceResponse[], status: number): number =>
    responses.filter((response) => response.status === status).length;

  it('serves 99 reads of the three APIs at once', async () => {
    const query = '{ events(filter: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }) { id } }';
    const reads = Array.from({ length: READS }, (_, index) => [
      site.content(index),
      site.admin('posts/?limit=5'),
      site.calendar(query),
    ]);
    const responses = await Promise.all(reads.flat());
    process.stdout.write(`99 reads through PgBouncer: ${responses.length - count(responses, 200)} failed\n`);
    expect(count(responses, 200)).toBe(3 * READS);
    expect(site.exits).toEqual([]);
  });

  it('writes, publishes and notifies the worker', async () => {
    const { posts } = JSON.parse((await site.admin('posts/', 'POST', { posts: [{ title: 'Through' }] })).body);
    const [{ id, updated_at }] = posts;
    const change = { title: 'Through the pooler', updated_at, status: 'published' };
    expect((await site.admin(`posts/${id}/`, 'PUT', { posts: [change] })).status).toBe(200);
    await eventually(async () => (await site.content('published')).body.includes('Through the pooler'));
    const client = new Client({ connectionString: site.databaseUrl });
    await client.connect();
    await eventually(async () => {
      const { rows } = await client.query('select 1 from publishing.outbox where relayed_at is null');
      return rows.length === 0;
    });
    const { rows } = await client.query(
      `select count(*)::int as count from pg_stat_activity where application_name = 'almanac-listen'`,
    );
    await client.end();
    expect(rows).toEqual([{ count: 2 }]);
    expect(site.logOf('content-api').filter(({ msg }) => msg.includes('announcements'))).toEqual([]);
  });

  it('applies the time limits of the role', async () => {
    const client = new Client({ connectionString: pgBouncer.url('almanac') });
    await client.connect();
    const { rows } = await client.query(
      `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
    await client.end();
    expect(rows).toEqual([{ statement: '15s', lock: '4s', idle: '1min' }]);
    expect(await migrate(environment)).not.toMatch(/role/);
    expect(await almanac('doctor', environment)).toMatch(/✓ connection: through a pooler; .* statement_timeout of 15s/);
  });

  it('migrate refuses to run through it and names the variable to set', async () => {
    await expect(migrate({ DATABASE_URL: pgBouncer.url('almanac') })).rejects.toMatchObject({
      message: expect.stringMatching(/goes through a connection pooler/),
      help: expect.stringMatching(/DATABASE_DIRECT_URL/),
    });
  });

  it('a queue through it is refused without the help for the databases', async () => {
    await expect(assertNoPooler(pgBouncer.url('almanac'), 'QUEUE_URL')).rejects.toMatchObject({
      message: expect.stringMatching(/^QUEUE_URL goes through a connection pooler/),
      help: undefined,
    });
  });
});
