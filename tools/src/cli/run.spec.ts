import { createTestDatabase, type TestDatabase, zipOf } from '@almanac/testing';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from './run';

const STACK = /\n\s+at /;

interface Outcome {
  code: number;
  output: string;
  errors: string;
}

async function run(args: string[], environment: Record<string, string>, isTTY = false): Promise<Outcome> {
  const outcome: Outcome = { code: 0, output: '', errors: '' };
  outcome.code = await runCommand({
    args,
    environment,
    write: (text) => void (outcome.output += text),
    errorStream: { isTTY, write: (text) => (outcome.errors += text) },
  });
  return outcome;
}

describe('the almanac command', () => {
  let folder: string;
  let database: TestDatabase;
  let onDatabase: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'almanac-cli-'));
    database = await createTestDatabase();
    onDatabase = { DATABASE_URL: database.url };
    await run(['create-owner', '--name', 'Olive', '--email', 'olive@example.com'], onDatabase);
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** An environment with only the folder of a local run. */
  const localRun = async (description: object | string): Promise<Record<string, string>> => {
    const text = typeof description === 'string' ? description : JSON.stringify(description);
    await writeFile(join(folder, 'local.json'), text);
    return { ALMANAC_STATE: folder };
  };
  const describeLocal = (): object => ({
    databaseUrl: database.url,
    queueUrl: database.url,
    siteUrl: 'http://x.io',
    consoleUrl: 'http://admin.x.io/console/',
  });

  it('uses the local run without any setting', async () => {
    const outcome = await run(['doctor'], await localRun(describeLocal()));
    expect(outcome).toEqual({ code: 0, output: expect.stringMatching(/✓ database.*✓ queue/s), errors: '' });
  });

  it('stores URLs of the local site relative', async () => {
    const tags = [
      { id: 'e'.repeat(24), name: 'Relative', slug: 'relative', feature_image: 'http://x.io/content/images/a.png' },
    ];
    await writeFile(join(folder, 'tags.json'), JSON.stringify({ db: [{ data: { tags } }] }));
    expect((await run(['import', join(folder, 'tags.json')], await localRun(describeLocal()))).code).toBe(0);
    const source = await database.publishing();
    const [tag] = await source.query(`select feature_image from publishing.tags where slug = 'relative'`);
    expect(tag).toEqual({ feature_image: '/content/images/a.png' });
  });

  it.each<[string, string[], Record<string, string> | string, RegExp]>([
    ['without a database', ['migrate'], { ALMANAC_STATE: '/nowhere' }, /DATABASE_URL is not set.*npm start/],
    ['with a broken local.json', ['migrate'], '{"databaseUrl":', /Cannot read .*local\.json\. Stop .*npm start/],
    ['with an empty local.json', ['migrate'], '{}', /DATABASE_URL/],
    [
      'with a database that is not running',
      ['migrate'],
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' },
      /Cannot connect.*127\.0\.0\.1:1.*npm start/,
    ],
    [
      'with an unknown host',
      ['migrate'],
      { DATABASE_URL: 'postgres://u:p@nowhere.invalid/x' },
      /Cannot connect.*nowhere\.invalid/,
    ],
    [
      'with seed and a DATABASE_URL, so without the local run',
      ['seed'],
      { DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' },
      /seed needs --admin-url, --admin-key, --email.*because DATABASE_URL is set\./,
    ],
    ['with an unknown command', ['improt', 'x'], {}, /unknown command 'improt'/],
    ['with an unknown option', ['migrate', '--force'], {}, /unknown option '--force'/],
    ['with a missing argument', ['import'], {}, /missing required argument 'source'/],
  ])('%s prints the cause without a stack', async (_, args, environment, message) => {
    const outcome = await run(args, typeof environment === 'string' ? await localRun(environment) : environment);
    expect(outcome).toEqual({ code: 1, output: '', errors: expect.stringMatching(message) });
    expect(outcome.errors).not.toMatch(STACK);
  });

  it.each<[string, string | Buffer, string, RegExp]>([
    [
      'a file that is not JSON',
      '{"db": [',
      'a.json',
      /^Failed to parse the import JSON file\. The JSON is incomplete\. The file must be JSON in UTF-8, such as an export of Ghost\.\n$/,
    ],
    [
      'JSON that is not an export',
      '{"hello": 1}',
      'b.json',
      /^The file is not an export of Ghost\. An export is JSON of the form /,
    ],
    [
      'an archive without an export',
      zipOf([{ name: 'a.txt', content: 'x' }]),
      'c.zip',
      /^The archive contains no export of Ghost and no uploaded files\.\n$/,
    ],
    ['a file that is not an archive', 'PK', 'd.zip', /^The archive could not be read\. End of central directory/],
    ['an export nested too deep', '['.repeat(40), 'e.json', /^The export is nested deeper than 32 levels\./],
  ])('import prints the cause without a stack: %s', async (_, content, name, message) => {
    await writeFile(join(folder, name), content);
    const { errors, ...outcome } = await run(['import', join(folder, name)], onDatabase);
    // A slow import shows its progress.
    const cause = errors.replace(/^Reading: .*\n/gm, '');
    expect({ ...outcome, cause }).toEqual({ code: 1, output: '', cause: expect.stringMatching(message) });
  });

  it('import and export name a path that does not exist', async () => {
    const outcome = await run(['import', 'nope.json'], onDatabase);
    expect(outcome).toEqual({ code: 1, output: '', errors: 'Cannot import nope.json. There is no such file.\n' });
    expect((await run(['import', folder], onDatabase)).errors).toBe(`Cannot import ${folder}. It is not a file.\n`);
    const exported = await run(['export', join(folder, 'no/such/folder.json')], onDatabase);
    expect([exported.code, exported.errors]).toEqual([
      1,
      expect.stringMatching(/ENOENT.*folder\.json.*Check the path\.\n$/),
    ]);
    expect(exported.errors).not.toMatch(STACK);
  });

  it('import stores the files of an archive where STORAGE_PATH says, and fails without it', async () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of an image')]);
    const tags = [{ id: 'a'.repeat(24), name: 'Zipped', slug: 'zipped' }];
    const archive = zipOf([
      { name: 'blog/content/images/a.png', content: png },
      { name: 'blog/export.json', content: JSON.stringify({ db: [{ data: { tags } }] }), isDeflated: true },
    ]);
    await writeFile(join(folder, 'site.zip'), archive);
    const images = (output: string): object =>
      JSON.parse(output).report.tables.find(({ table }: { table: string }) => table === 'content/images');

    const without = await run(['--json', 'import', join(folder, 'site.zip')], onDatabase);
    expect([without.code, images(without.output)]).toMatchObject([1, { read: 1, stored: 0 }]);
    const source = await database.publishing();
    expect(await source.query(`select slug from publishing.tags where slug = 'zipped'`)).toHaveLength(1);

    const storage = { ...onDatabase, STORAGE_PATH: join(folder, 'content') };
    const stored = await run(['--json', 'import', join(folder, 'site.zip')], storage);
    expect([stored.code, images(stored.output)]).toMatchObject([0, { read: 1, stored: 1 }]);
    expect(await readFile(join(folder, 'content/images/a.png'))).toEqual(png);
  });

  it('import prints the report as a table', async () => {
    const { output } = await run(['import', join(folder, 'site.zip')], {
      ...onDatabase,
      STORAGE_PATH: join(folder, 'content'),
    });
    expect(output).toMatch(/^The content has the format of an unknown version of Ghost\./);
    expect(output).toMatch(/^table +read +stored +already present +not imported$/m);
    expect(output).toMatch(/^content\/images +1 +0 +1 +0$/m);
  });

  it('import keeps the access of staff only with --keep-staff-access', async () => {
    const user = (digit: string): object => ({
      id: digit.repeat(24),
      name: digit,
      slug: digit,
      email: `${digit}@x.io`,
    });
    const data = (digit: string): object => ({
      users: [user(digit)],
      roles: [{ id: 'c'.repeat(24), name: 'Administrator' }],
      roles_users: [{ user_id: digit.repeat(24), role_id: 'c'.repeat(24) }],
    });
    const file = join(folder, 'staff.json');
    await writeFile(file, JSON.stringify({ db: [{ data: data('1') }] }));
    await run(['import', file], onDatabase);
    await writeFile(file, JSON.stringify({ db: [{ data: data('2') }] }));
    await run(['import', file, '--keep-staff-access'], onDatabase);
    const source = await database.publishing();
    const staff = await source.query(
      `select u.email, u.status, r.name from publishing.users u join publishing.roles_users l on l.user_id = u.id
       join publishing.roles r on r.id = l.role_id where u.email like '%@x.io' order by 1`,
    );
    expect(staff).toEqual([
      { email: '1@x.io', status: 'inactive', name: 'Contributor' },
      { email: '2@x.io', status: 'active', name: 'Administrator' },
    ]);
  });

  it('--json prints a failure as one JSON document too', async () => {
    const outcome = await run(['import', 'nope.json', '--json'], onDatabase);
    expect(outcome).toMatchObject({ code: 1, errors: '' });
    expect(JSON.parse(outcome.output)).toEqual({
      error: { message: 'Cannot import nope.json. There is no such file.', code: 'VALIDATION' },
    });
  });

  it('shows progress only on a terminal', async () => {
    const file = join(folder, 'tags.json');
    const onTerminal = await run(['import', file], onDatabase, true);
    expect(onTerminal.errors).toContain('[########################] 100 % Reading: 0.0 of 0.0 MB, 1 rows');
    expect((await run(['import', file], onDatabase)).errors).toBe('');
  });
});
