import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInstallation, type LocalRun } from './local-run';

jest.setTimeout(240_000);

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

describe('npm run almanac', () => {
  let installation: LocalInstallation;
  let run: LocalRun;
  /** The folder of the user, below that of package.json. */
  let folder: string;
  beforeAll(async () => {
    installation = await LocalInstallation.create();
    folder = join(installation.folder, 'exports');
    mkdirSync(folder);
    run = installation.start({}, ['--empty']);
    await run.ready();
  });
  afterAll(async () => {
    run.kill('SIGINT');
    await run.end();
    installation.remove();
  });

  /** Runs the npm script with only ALMANAC_STATE set. */
  const almanac = (words: string[], state = installation.state): Promise<Ended> =>
    new Promise((resolve) => {
      const { DATABASE_URL: _database, QUEUE_URL: _queue, SITE_URL: _site, ...environment } = process.env;
      const options = { cwd: folder, env: { ...environment, ALMANAC_STATE: state } };
      execFile('npm', ['run', '--silent', 'almanac', '--', ...words], options, (error, stdout, stderr) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
      });
    });

  it('uses the local run', async () => {
    const { code, stdout, stderr } = await almanac(['--json', 'doctor']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ isHealthy: true });
  });

  it('exports and imports by paths relative to the folder of the user', async () => {
    expect(await almanac(['export', 'out.json'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Wrote \d+ bytes/),
    });
    const data = JSON.parse(readFileSync(join(folder, 'out.json'), 'utf8')) as { db: unknown[] };
    expect(data.db).toHaveLength(1);
    const imported = await almanac(['--json', 'import', 'out.json']);
    expect([imported.code, imported.stderr]).toEqual([0, '']);
    const { report } = JSON.parse(imported.stdout) as { report: { tables: { table: string; read: number }[] } };
    expect(report.tables.find(({ table }) => table === 'users')?.read).toBeGreaterThan(0);
  });

  it('prints the cause of a failure without a stack', async () => {
    const missing = await almanac(['import', 'nope.json']);
    expect(missing).toEqual({ code: 1, stdout: '', stderr: 'Cannot import nope.json. There is no such file.\n' });
    writeFileSync(join(folder, 'broken.json'), '{');
    expect((await almanac(['import', 'broken.json'])).stderr).toMatch(/^Failed to parse .*\n$/);
  });

  it('explains how to start Almanac when none is running', async () => {
    const { code, stderr } = await almanac(['doctor'], join(folder, 'elsewhere'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^DATABASE_URL is not set.*npm start.*\n$/)]);
  });
});
