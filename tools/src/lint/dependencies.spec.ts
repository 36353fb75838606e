import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The packages that the product needs at run time, without our own. */
function productDependencies(): string[] {
  const projects = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  );
  const product = projects.filter((project) => project !== 'libs/testing');
  const names = [...product, 'tools'].flatMap((project) => {
    const { dependencies = {} } = JSON.parse(read(`${project}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    return Object.keys(dependencies);
  });
  return [...new Set(names)].filter((name) => !name.startsWith('@almanac/')).sort();
}

it('each dependency of the product has a reason in ARCHITECTURE', () => {
  const [, section = ''] = read('docs/ARCHITECTURE.md').split('## Dependencies');
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const explained = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name),
  );
  expect([...new Set(explained)].sort()).toEqual(productDependencies());
});
