import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from './program';

interface Run {
  text: string;
  exitCode: number;
}

async function run(words: string[], environment: Record<string, string>): Promise<Run> {
  const run: Run = { text: '', exitCode: 0 };
  const write = (text: string): void => void (run.text += text);
  const program = createProgram({
    environment,
    write,
    writeError: write,
    progress: () => undefined,
    setExitCode: (code) => (run.exitCode = code),
  });
  await program.parseAsync(words, { from: 'user' });
  return run;
}

describe('almanac', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('migrate reports that a migrated database is up to date', async () => {
    const { text } = await run(['migrate'], { DATABASE_URL: database.url });
    expect(text).toBe('publishing: up to date\ncalendar: up to date\n');
  });

  it('prints one JSON document with --json', async () => {
    const { text } = await run(['--json', 'migrate'], { DATABASE_URL: database.url });
    expect(JSON.parse(text)).toEqual({
      migrations: [
        { schema: 'publishing', executed: [], newer: [] },
        { schema: 'calendar', executed: [], newer: [] },
      ],
    });
  });

  it('emails lists the mails of posts, shows one and stops it', async () => {
    const environment = { DATABASE_URL: database.url };
    expect((await run(['emails'], environment)).text).toBe('No post was mailed yet.\n');
    const source = await database.publishing();
    const id = '5f0c1d2e3f4a5b6c7d8e9f00';
    await source.query(
      `insert into publishing.emails (id, post_id, status, subject, recipient_count, sent_count)
       values ($1, 'a', 'submitting', 'News', 3, 1)`,
      [id],
    );
    const counts = '1/3 sent, 0 failed, 0 skipped  News';
    expect((await run(['emails'], environment)).text).toBe(`${id}  submitting  ${counts}\n`);
    expect((await run(['emails', 'pause', id], environment)).text).toBe(`${id}  paused      ${counts}\n`);
    expect((await run(['--json', 'emails', 'watch', id], environment)).text).toContain('"status":"paused"');
    expect((await run(['emails', 'cancel', id], environment)).text).toContain('cancelled');
    await expect(run(['emails', 'resume', id], environment)).rejects.toThrow('The mail is cancelled');
    await expect(run(['emails', 'watch', 'unknown'], environment)).rejects.toThrow('No mail has the id unknown.');
  });

  it('doctor passes every check of a healthy installation', async () => {
    const { text, exitCode } = await run(['doctor'], { DATABASE_URL: database.url, QUEUE_URL: database.url });
    expect(
      text
        .split('\n')
        .filter(Boolean)
        .map((line) => line.replace(/:.*/, '')),
    ).toEqual([
      '✓ database',
      '✓ connection',
      '✓ publishing schema',
      '✓ calendar schema',
      '✓ text search',
      '✓ calendar tickets',
      '✓ clock',
      '✓ origins',
      '✓ queue',
    ]);
    expect(exitCode).toBe(0);
  });

  it.each<[string, Record<string, string>, RegExp, number]>([
    ['passes two origins', { ADMIN_URL: 'https://admin.example.com' }, /^✓ origins: staff sign in at .*admin/m, 0],
    ['refuses one origin', { ADMIN_URL: 'https://example.com/a' }, /^✗ origins: .*does not start$/m, 1],
    ['warns about one that is allowed', { SINGLE_ORIGIN: 'true' }, /^✓ origins: warning: staff sign in on the/m, 0],
  ])('doctor %s', async (_name, origins, finding, code) => {
    const environment = { DATABASE_URL: database.url, SITE_URL: 'https://example.com', ...origins };
    const { text, exitCode } = await run(['doctor'], environment);
    expect([text, exitCode]).toEqual([expect.stringMatching(finding), code]);
  });

  it('doctor names a missing migration and an unreachable queue, and exits with 1', async () => {
    const bare = await createTestDatabase();
    const source = await bare.publishing();
    await source.query('delete from publishing.migrations where id = (select max(id) from publishing.migrations)');
    const { text, exitCode } = await run(['doctor'], { DATABASE_URL: bare.url, QUEUE_URL: 'redis://127.0.0.1:1' });
    await bare.drop();
    expect(text).toMatch(/✗ publishing schema: missing: \w+; run almanac migrate/);
    expect(text).toMatch(/✗ queue: .*(ECONNREFUSED|no response|connect)/);
    expect(exitCode).toBe(1);
  });

  it('migrate and doctor warn about a newer schema, which counts as healthy', async () => {
    const newer = await createTestDatabase();
    const source = await newer.calendar();
    await source.query(`insert into calendar.migrations (timestamp, name) values (1999999999999, 'FromTheFuture')`);
    const migrated = await run(['migrate'], { DATABASE_URL: newer.url });
    const examined = await run(['doctor'], { DATABASE_URL: newer.url });
    await newer.drop();
    expect(migrated.text).toMatch(/calendar: up to date; warning: a newer version of Almanac ran FromTheFuture/);
    expect(examined.text).toMatch(/✓ calendar schema: warning: a newer version of Almanac ran FromTheFuture/);
    expect([migrated.exitCode, examined.exitCode]).toEqual([0, 0]);
  });

  it('create-owner creates the owner of an empty site once, with a generated password', async () => {
    const words = ['create-owner', '--name', 'Olive', '--email', 'olive@example.com', '--title', 'Mine'];
    const { text } = await run(words, { DATABASE_URL: database.url });
    expect(text).toMatch(/^Olive <olive@example.com> owns the site. Password: [\w-]{16}\n$/);
    await expect(run(words, { DATABASE_URL: database.url })).rejects.toThrow('Setup has already been completed.');
  });

  it('create-integration prints both keys', async () => {
    const { text } = await run(['--json', 'create-integration', '--name', 'Front end'], { DATABASE_URL: database.url });
    const keys = {
      contentKey: expect.stringMatching(/^[\da-f]{26}$/),
      adminKey: expect.stringMatching(/^[\da-f]{24}:[\da-f]{64}$/),
    };
    expect(JSON.parse(text)).toEqual({ integration: { name: 'Front end', ...keys } });
  });

  it('import reads the file that export wrote, and a second export is the same', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-cli-'));
    const file = join(folder, 'site.json');
    await run(['export', file], { DATABASE_URL: database.url });
    const first = await run(['--json', 'import', file], { DATABASE_URL: database.url });
    await run(['export', `${file}.2`], { DATABASE_URL: database.url });
    const data = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8')).db[0].data.users;
    expect(JSON.parse(first.text).report).toMatchObject({ failed: 0 });
    expect(await data(`${file}.2`)).toEqual(await data(file));
    await rm(folder, { recursive: true });
  });

  it('export keeps an earlier file if it fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-cli-'));
    const file = join(folder, 'site.json');
    await writeFile(file, 'earlier');
    const source = await database.publishing();
    await source.query('alter table publishing.webhooks rename to hidden_webhooks');
    await expect(run(['export', file], { DATABASE_URL: database.url })).rejects.toThrow('webhooks');
    await source.query('alter table publishing.hidden_webhooks rename to webhooks');
    expect(await readdir(folder)).toEqual(['site.json']);
    expect(await readFile(file, 'utf8')).toBe('earlier');
    await rm(folder, { recursive: true });
  });

  it('import rejects a file that is not an export', async () => {
    await expect(run(['import', join(__dirname, 'program.ts')], { DATABASE_URL: database.url })).rejects.toThrow(
      'Failed to parse',
    );
  });

  it('replay-webhooks rejects an unknown webhook and a wrong date', async () => {
    const words = ['replay-webhooks', '--from', '2026-01-01T00:00:00Z', '--webhook'];
    await expect(run([...words, '0'.repeat(24)], { DATABASE_URL: database.url })).rejects.toThrow(/not found/i);
    await expect(
      run(['replay-webhooks', '--webhook', 'x', '--from', 'soon'], { DATABASE_URL: database.url }),
    ).rejects.toThrow('--from must be a date');
    await expect(
      run(['replay-webhooks', '--webhook', 'x', '--from', '2026-01-01T00:00:00'], { DATABASE_URL: database.url }),
    ).rejects.toThrow('--from must be a date with an offset');
  });

  it('an error names the wrong variable', async () => {
    await expect(run(['migrate'], { DATABASE_URL: 'nonsense' })).rejects.toThrow(/DATABASE_URL/);
  });
});
