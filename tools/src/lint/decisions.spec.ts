import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../../docs/adr');
const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));
const rows = [
  ...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.*) \|$/gm),
].map(([, number = '', file = '', title = '']) => ({ number, file, title }));

it('the index lists each decision once', () => {
  expect(rows.map(({ file }) => file).sort()).toEqual(files);
});

it.each(rows)('the index has the number and the title of $file', ({ number, file, title }) => {
  const [firstLine] = readFileSync(join(FOLDER, file), 'utf8').split('\n');
  expect(file.slice(0, 4)).toBe(number);
  expect(`# ${number} ${title.replace(/ \(replaced by \d{4}\)$/, '')}`).toBe(firstLine);
});

it('each decision has its own number', () => {
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
