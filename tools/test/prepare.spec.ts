import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local-run';

describe('the build of the Console and the site by npm start', () => {
  let checkout: string;
  const write = (path: string, text: string): void => writeFileSync(join(checkout, path), text);

  /** A checkout with the launcher, an empty Console and a build that does nothing. */
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'almanac-prepare-'));
    for (const folder of ['apps/console', 'libs', 'tools/build', 'tools/local'])
      mkdirSync(join(checkout, folder), { recursive: true });
    for (const file of ['prepare.mjs', 'settings.mjs'])
      cpSync(join(ROOT, 'tools/local', file), join(checkout, 'tools/local', file));
    write('apps/console/package.json', '{}');
    write('tools/build/build-all.mjs', '');
    write('pnpm-lock.yaml', 'lockfileVersion');
  });
  afterEach(() => rmSync(checkout, { recursive: true }));

  /** Whether the launcher builds the front ends. */
  function builds(): boolean {
    const url = pathToFileURL(join(checkout, 'tools/local/prepare.mjs')).href;
    const code = `const { buildFrontEnds } = await import(${JSON.stringify(url)}); console.log(await buildFrontEnds());`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    if (stderr) throw new Error(stderr);
    return stdout.trim() === 'true';
  }

  it('is left out if nothing has changed', () => {
    expect([builds(), builds()]).toEqual([true, false]);
  });

  it.each(['apps/console/main.ts', 'pnpm-lock.yaml'])('is repeated after a change of %s', (path) => {
    builds();
    write(path, 'changed');
    expect([builds(), builds()]).toEqual([true, false]);
  });
});
