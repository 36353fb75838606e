import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ProgramRun, RepositoryCopy } from './repository-copy';

const DEFINITION = 'libs/resource-fields/src/definitions/post.ts';
const MIGRATIONS = 'libs/entities/src/migrations/publishing';
const GOLDENS = 'libs/api-versions/src/goldens';
const SAMPLES = `${GOLDENS}/content-samples.ts`;
const ALLOW_LISTS = 'libs/resource-queries/src/resources/allow-lists.spec.ts';
const EXPORTED_TABLES = 'libs/publishing/src/import-export/exported-tables.spec.ts';
const SCHEMA = 'libs/testing/src/database/schemas.spec.ts';

// The copy is compiled and tested several times, about half a minute of work on an idle machine.
jest.setTimeout(600_000);

let copy: RepositoryCopy;
beforeAll(() => {
  copy = new RepositoryCopy();
});
afterAll(() => copy.remove());

/** The code blocks of the example in CONTRIBUTING: the field and its migration. */
function exampleBlocks(): [field: string, migration: string] {
  const [, section = ''] = copy.read('CONTRIBUTING.md').split('## Example: the field `subtitle` of posts');
  const [field, migration] = [...section.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => block ?? '');
  if (!field || !migration) throw new Error('CONTRIBUTING has no example of a field.');
  return [field, migration];
}

const runTests = (...args: string[]): Promise<ProgramRun> => copy.run('node_modules/jest/bin/jest.js', ...args);
const failedSuites = ({ output }: ProgramRun): string[] =>
  [...output.matchAll(/^FAIL \S+ (\S+)/gm)].map(([, path]) => path ?? '').sort();
const olderGoldens = (): string =>
  ['v2', 'v3', 'v5']
    .map((version) =>
      ['content-post', 'admin-post', 'webhook-post-edited']
        .map((name) => copy.read(`${GOLDENS}/${version}/${name}.json`))
        .join(),
    )
    .join();

describe('adding the field of the example in CONTRIBUTING', () => {
  it('needs its definition alone to compile, and tests name everything else', async () => {
    const [field] = exampleBlocks();
    copy.replace(DEFINITION, '  codeinjectionHead: {', `${field}  codeinjectionHead: {`);
    const types = await copy.run('node_modules/typescript-native/bin/tsc', '-p', '.');
    expect(types.output).toBe('');
    const tests = await runTests(
      ALLOW_LISTS,
      EXPORTED_TABLES,
      `${GOLDENS}/goldens.spec.ts`,
      SCHEMA,
      '-t',
      '^(?!.*down to nothing)',
    );
    expect(failedSuites(tests)).toEqual([`${GOLDENS}/goldens.spec.ts`, EXPORTED_TABLES, ALLOW_LISTS, SCHEMA].sort());
    expect(tests.output).toMatch(/"column": "subtitle"/);
    expect(tests.output).toMatch(/"subtitle",/);
  });

  it('changes the newest version alone', async () => {
    const [, migration] = exampleBlocks();
    const [, name = '', timestamp = ''] = /class (\w+?)(\d{13})/.exec(migration) ?? [];
    const file = `${timestamp}-add-subtitle`;
    copy.write(`${MIGRATIONS}/${file}.ts`, migration);
    copy.write(
      `${MIGRATIONS}/migrations.ts`,
      `import { ${name}${timestamp} } from './${file}';\n${copy.read(`${MIGRATIONS}/migrations.ts`)}`,
    );
    copy.replace(`${MIGRATIONS}/migrations.ts`, '\n];', `\n  ${name}${timestamp},\n];`);
    copy.replace(SAMPLES, '  customExcerpt: null,', "  customExcerpt: null,\n  subtitle: 'A subtitle',");
    copy.replace(ALLOW_LISTS, 'custom_template canonical_url', 'custom_template canonical_url subtitle');
    copy.replace(EXPORTED_TABLES, '${POST_ACCESS} lexical', '${POST_ACCESS} lexical subtitle');
    const before = olderGoldens();
    const goldens = await copy.run('tools/goldens.mjs');
    expect([goldens.status, olderGoldens() === before]).toEqual([0, true]);
    expect(copy.read(`${GOLDENS}/canary/content-post.json`)).toContain('"subtitle": "A subtitle"');
  });

  it('works over HTTP, in lists, webhooks, exports and imports', async () => {
    const spec = 'apps/admin-api/test/subtitle.e2e-spec.ts';
    copy.write(spec, readFileSync(join(__dirname, 'subtitle-over-http.txt'), 'utf8'));
    const { status, output } = await runTests(spec, ALLOW_LISTS, EXPORTED_TABLES, SCHEMA);
    expect([status, status === 0 ? '' : output]).toEqual([0, '']);
  });

  it('does not reach an older version by mistake: npm run goldens refuses to change it', async () => {
    copy.replace(DEFINITION, "since: 'canary'", "since: 'v2'");
    const before = olderGoldens();
    const goldens = await copy.run('tools/goldens.mjs');
    expect(goldens.status).not.toBe(0);
    expect(goldens.output).toContain('npm run goldens -- --older-versions');
    expect(olderGoldens()).toBe(before);
    const deliberate = await copy.run('tools/goldens.mjs', '--older-versions');
    expect([deliberate.status, olderGoldens() === before]).toEqual([0, false]);
  });
});
