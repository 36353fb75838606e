import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalInstallation, type LocalRun, ROOT } from './local-run';

jest.setTimeout(300_000);

const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const examples = new Map(
  [...README.matchAll(/<!-- example: ([\w-]+\.mjs) -->\n```js\n([\s\S]*?)```/g)].map(([, name, code]) => [
    name ?? '',
    code ?? '',
  ]),
);

/** Runs an example of the README unchanged. */
async function runExample(
  installation: LocalInstallation,
  name: string,
): Promise<{ code: number | null; output: string }> {
  const file = join(installation.folder, name);
  writeFileSync(file, examples.get(name) ?? 'throw new Error("The README has no such example.")');
  const child = spawn(process.execPath, [file], { cwd: installation.folder, env: installation.environment });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((done) => child.once('exit', done));
  return { code, output };
}

describe('the examples of the README', () => {
  let installation: LocalInstallation;
  let run: LocalRun;
  let scheduled: Promise<{ code: number | null; output: string }>;

  beforeAll(async () => {
    installation = await LocalInstallation.create();
    run = installation.start();
    await run.ready();
    // This example waits two minutes until its post is due; the others run meanwhile.
    scheduled = runExample(installation, 'schedule-a-post.mjs');
  });
  afterAll(async () => {
    run.kill('SIGINT');
    await run.end();
    installation.remove();
  });

  it('are all tested here', () => {
    expect([...examples.keys()].sort()).toEqual([
      'import-members.mjs',
      'occurrences.mjs',
      'read-posts.mjs',
      'schedule-a-post.mjs',
      'sign-up.mjs',
      'typed-client.mjs',
    ]);
  });

  it('read posts with the official client', async () => {
    const { code, output } = await runExample(installation, 'read-posts.mjs');
    expect([code, output.split('\n')[0]]).toEqual([
      0,
      expect.stringMatching(/How to read a tide table — Mara Lindqvist$/),
    ]);
  });

  it('read and write with the typed client', async () => {
    const { code, output } = await runExample(installation, 'typed-client.mjs');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/ How to read a tide table\n(.+\n)+true 422 Value in .*\n$/),
    ]);
  });

  it('query occurrences in another zone', async () => {
    const { code, output } = await runExample(installation, 'occurrences.mjs');
    expect(code).toBe(0);
    // 06:30 in Lisbon on Tuesday is 15:30 in Tokyo.
    expect(output).toContain('2026-12-01T15:30:00+09:00 Fish market');
  });

  it('sign up, take the link from the mailbox, sign in and create a repeating event', async () => {
    const { code, output } = await runExample(installation, 'sign-up.mjs');
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^signed in as reader\d+\n2026-12-07T09:00:00\+01:00\n2026-12-14T09:00:00\+01:00\n2026-12-21T09:00:00\+01:00\n$/,
      ),
    ]);
  });

  it('import members: valid rows are stored, invalid rows are listed', async () => {
    const { code, output } = await runExample(installation, 'import-members.mjs');
    expect(code).toBe(0);
    expect(output).toMatch(/^201 /);
    expect(JSON.parse(output.slice(4))).toMatchObject({ meta: { stats: { imported: 1, invalid: 1 } } });
  });

  it('schedule a post and verify the webhook it caused', async () => {
    const { code, output } = await scheduled;
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(
        'Ghost signature: true\nStandard Webhooks signature: true\npublished: Published by itself',
      ),
    ]);
  });
});
