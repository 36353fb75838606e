import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { satisfies } from 'semver';
import { parse } from 'yaml';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The oldest version of each supported Node line. */
const NODE_LINES = ['20.19.0', '22.13.0', '24.11.0'];

/** Packages whose `engines` exclude a line that they run on. CI runs their suites on each line. */
const UNNAMED_LINES: Record<string, string[]> = {
  '@tryghost/kg-clean-basic-html': ['22.13.0', '24.11.0'],
  '@tryghost/kg-default-atoms': ['22.13.0', '24.11.0'],
  '@tryghost/kg-markdown-html-renderer': ['22.13.0', '24.11.0'],
  '@tryghost/kg-mobiledoc-html-renderer': ['22.13.0', '24.11.0'],
};

const { engines } = JSON.parse(read('package.json')) as { engines: { node: string } };
const workspace = parse(read('pnpm-workspace.yaml')) as { engineStrict: boolean; nodeVersion?: string };
const { packages } = parse(read('pnpm-lock.yaml')) as { packages: Record<string, { engines?: { node?: string } }> };

/** The error of the launcher on a Node version; empty when it starts. */
function refusalOf(version: string): string {
  const url = pathToFileURL(join(ROOT, 'tools/local/prepare.mjs')).href;
  const code = `const { assertNodeVersion } = await import(${JSON.stringify(url)});
await assertNodeVersion(${JSON.stringify(version)}).catch((error) => console.log(error.message));`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).stdout.trim();
}

describe('the supported Node lines', () => {
  it('are those of package.json', () => {
    for (const version of [...NODE_LINES, '20.20.2', '22.23.3', '24.21.0', '25.0.0'])
      expect([version, satisfies(version, engines.node)]).toEqual([version, true]);
    for (const version of ['18.20.8', '20.18.3', '22.12.0', '24.10.0'])
      expect([version, satisfies(version, engines.node)]).toEqual([version, false]);
  });

  it('are enforced by the launcher, which names the supported versions', () => {
    for (const version of [...NODE_LINES, '24.21.0', '26.1.0'])
      expect([version, refusalOf(version)]).toEqual([version, '']);
    for (const version of ['20.18.3', '21.7.0', '23.11.0', '24.10.0'])
      expect(refusalOf(version)).toBe(`Almanac needs Node ${engines.node}; this is ${version}.`);
  });

  it('install: pnpm checks packages against the oldest line on every Node', () => {
    expect(workspace.engineStrict).toBe(true);
    expect(workspace.nodeVersion).toBe(NODE_LINES[0]);
  });

  it('are accepted by every locked package, with known exceptions', () => {
    const refused: Record<string, string[]> = {};
    for (const [name, { engines: needs }] of Object.entries(packages)) {
      const lines = NODE_LINES.filter((version) => needs?.node && !satisfies(version, needs.node));
      if (lines.length > 0) refused[name.slice(0, name.lastIndexOf('@'))] = lines;
    }
    expect(refused).toEqual(UNNAMED_LINES);
  });
});
