import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './local-run';

jest.setTimeout(180_000);

const PROGRAMS = join(__dirname, 'generated-types');
const versions = ['v2', 'v3', 'v5', 'canary'];

function run(script: string, ...words: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...words], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

/** Generates the types of one document of one API into the folder. */
function generateTypes(folder: string, api: string, version: string): void {
  const { status, output } = run(
    'tools/node_modules/openapi-typescript/bin/cli.js',
    join(ROOT, 'apps', `${api}-api`, 'openapi', `${version}.json`),
    '--output',
    join(folder, `${api}-api.ts`),
  );
  if (status !== 0) throw new Error(output);
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: false,
  target: 'ES2022',
  lib: ['ES2023'],
  module: 'node20',
  types: [],
};

describe.each(versions)('types that openapi-typescript makes of the documents of %s', (version) => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-types-'));
    for (const api of ['content', 'admin']) generateTypes(folder, api, version);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('compile in programs that read and write posts', () => {
    const programs = readdirSync(PROGRAMS).filter((name) => name.endsWith('.txt'));
    const common = programs.filter((name) => !/-(v2|newer)\./.test(name));
    const own = programs.filter((name) => name.includes(version === 'v2' ? '-v2.' : '-newer.'));
    for (const name of [...common, ...own]) {
      copyFileSync(join(PROGRAMS, name), join(folder, name.replace(/\.txt$/, '')));
    }
    expect(common.length * own.length).toBeGreaterThan(0);
    expect(run('node_modules/typescript-native/bin/tsc', '-p', folder)).toEqual({ status: 0, output: '' });
  });
});
