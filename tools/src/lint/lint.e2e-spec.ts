import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

interface Sample {
  name: string;
  folder: string;
  source: string;
  /** What the linter must say; nothing when absent. */
  expected?: RegExp;
}

const smell = (name: string, expected: RegExp, source: string): Sample => ({
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
  smell(
    'the environment outside the configuration',
    /environment is read once/,
    `export const port = process.env.PORT;`,
  ),
  smell(
    'a comparison of versions',
    /Comparing versions/,
    `export const isOld = (version: string): boolean => version === 'v2';`,
  ),
  smell('raw outbound requests', /outbound request/, `export const page = fetch('http://example.com');`),
  smell(
    'pools that a lost connection would end the process by',
    /pool without an error listener/,
    `import { Pool } from 'pg';\nexport const pool = new Pool();`,
  ),
  smell('any', /no-explicit-any/, `export const value: any = 1;`),
  smell('double casts', /double cast/, `export const value = 'a' as unknown as number;`),
  smell('non-null assertions', /no-non-null-assertion/, `export const first = (list: string[]): string => list[0]!;`),
  smell('swallowed errors', /swallowed/, `export function quiet(): void {\n  try {\n    quiet();\n  } catch {}\n}`),
  smell('promises nobody waits for', /no-floating-promises/, `export function go(): void {\n  Promise.resolve();\n}`),
  smell('work left for later', /no-warning-comments/, `// TODO finish\nexport const value = 1;`),
  smell('barrels of barrels', /Name what a library gives out/, `export * from './index';`),
  smell(
    'long functions',
    /max-lines-per-function/,
    `export function long(): number {\n  let n = 0;\n${'  n++;\n'.repeat(45)}  return n;\n}`,
  ),
  smell(
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

/** Lints all samples in one run, with the repository's own configuration, as if they stood in the projects. */
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
    // The boundary rule reads the project graph; without one it would quietly pass.
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
