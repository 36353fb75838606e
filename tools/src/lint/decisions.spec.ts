import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../../docs/adr');
const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));

it('the index lists each decision once', () => {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\) \|/gm)].map(([, name]) => name);
  expect(listed.sort()).toEqual(files);
});

it('each decision has its own number', () => {
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
