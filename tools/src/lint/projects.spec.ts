import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');
const FOLDERS = [
  'tools',
  ...['apps', 'examples', 'libs'].flatMap((parent) =>
    readdirSync(join(ROOT, parent)).map((name) => join(parent, name)),
  ),
];

describe('every project', () => {
  it.each(FOLDERS)('%s is built, linted and tested by npm run check', (folder) => {
    const { nx } = JSON.parse(readFileSync(join(ROOT, folder, 'package.json'), 'utf8')) as {
      nx: { targets: Record<string, object> };
    };
    expect(Object.keys(nx.targets).sort()).toEqual(['build', 'lint', 'unit']);
  });
});
