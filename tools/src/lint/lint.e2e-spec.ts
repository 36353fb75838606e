import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

interface Sample {
  name: string;
  folder: string;
  source: string;
  /** Expected message of the linter; when absent, the linter accepts the sample. */
  expected?: RegExp;
}

const rejected = (name: string, expected: RegExp, source: string): Sample => ({
  name,
  expected,
  source,
  folder: 'libs/publishing/src',
});

const samples: Sample[] = [
  {
    name: 'an import across a boundary',
    folder: 'libs/recurrence/src',
    source: `import { type Post } from '@almanac/entities';\nexport type Mine = Post;`,
    expected: /enforce-module-boundaries/,
  },
  {
    name: 'an import of a banned package',
    folder: 'libs/recurrence/src',
    source: `import { type DataSource } from 'typeorm';\nexport type Mine = DataSource;`,
    expected: /not allowed to import "typeorm"/,
  },
  rejected(
    'the environment outside the configuration',
    /configuration classes read the environment/,
    `export const port = process.env.PORT;`,
  ),
  rejected(
    'a comparison of versions',
    /Compare versions only/,
    `export const isOld = (version: string): boolean => version === 'v2';`,
  ),
  rejected('raw outbound requests', /outbound requests/, `export const page = fetch('http://example.com');`),
  rejected(
    'pools without an error listener',
    /pool without an error listener/,
    `import { Pool } from 'pg';\nexport const pool = new Pool();`,
  ),
  rejected('any', /no-explicit-any/, `export const value: any = 1;`),
  rejected('double casts', /double cast/, `export const value = 'a' as unknown as number;`),
  rejected(
    'non-null assertions',
    /no-non-null-assertion/,
    `export const first = (list: string[]): string => list[0]!;`,
  ),
  rejected(
    'swallowed errors',
    /empty catch/,
    `export function quiet(): void {\n  try {\n    quiet();\n  } catch {}\n}`,
  ),
  rejected(
    'promises that are not awaited',
    /no-floating-promises/,
    `export function go(): void {\n  Promise.resolve();\n}`,
  ),
  rejected('TODO comments', /no-warning-comments/, `// TODO finish\nexport const value = 1;`),
  rejected('export *', /Export by name/, `export * from './index';`),
  rejected(
    'long functions',
    /max-lines-per-function/,
    `export function long(): number {\n  let n = 0;\n${'  n++;\n'.repeat(45)}  return n;\n}`,
  ),
  rejected(
    'long files',
    /max-lines/,
    Array.from({ length: 310 }, (_, index) => `export const a${index} = ${index};`).join('\n'),
  ),
  {
    name: 'versions in their own library',
    folder: 'libs/api-versions/src',
    source: `export const isOld = (version: string): boolean => version === 'v2';`,
  },
];

const fileOf = (index: number): string =>
  join(ROOT, samples[index]?.folder ?? '', `lint-sample-${process.pid}-${index}.ts`);

/** Lints all samples in one run, as files of the projects, with the configuration of the repository. */
function lintSamples(): Map<string, string> {
  const files = samples.map((_, index) => fileOf(index));
  try {
    samples.forEach(({ source }, index) => writeFileSync(fileOf(index), `${source}\n`));
    const run = spawnSync(process.execPath, ['node_modules/eslint/bin/eslint.js', '--format', 'json', ...files], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (!run.stdout.startsWith('[')) throw new Error(run.stderr);
    const results = JSON.parse(run.stdout) as { filePath: string; messages: { ruleId: string; message: string }[] }[];
    return new Map(
      results.map(({ filePath, messages }) => [
        filePath,
        messages.map(({ ruleId, message }) => `${ruleId}: ${message}`).join('\n'),
      ]),
    );
  } finally {
    for (const file of files) rmSync(file, { force: true });
  }
}

describe('the linter', () => {
  let messages: Map<string, string>;

  beforeAll(() => {
    // The boundary rule reads the project graph; without one it accepts everything.
    const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
    spawnSync(process.execPath, [require.resolve('nx/bin/nx.js'), 'graph', '--file', join(ROOT, '.nx/graph.json')], {
      cwd: ROOT,
      env,
    });
    messages = lintSamples();
  }, 180_000);

  it.each(samples.map((sample, index) => ({ ...sample, index })).filter(({ expected }) => expected))(
    'refuses $name',
    ({ index, expected }) => {
      expect(messages.get(fileOf(index))).toMatch(expected ?? '');
    },
  );

  it.each(samples.map((sample, index) => ({ ...sample, index })).filter(({ expected }) => !expected))(
    'allows $name',
    ({ index }) => {
      expect(messages.get(fileOf(index))).toBe('');
    },
  );
});
