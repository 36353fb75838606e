import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FOLDER = resolve(__dirname, '../../../docs/adr');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const files = readdirSync(FOLDER).filter((name) => /^\d{4}-/.test(name));

it('the index lists each decision once, under its title', () => {
  const listed = [...read('README.md').matchAll(/^\| \[(\d{4})\]\(([^)]+)\) \| (.+) \|$/gm)].map(
    ([, number, name, title]) => ({
      name,
      heading: `# ${number} ${title}`,
    }),
  );
  expect(listed).toEqual(files.map((name) => ({ name, heading: read(name).split('\n')[0] })));
});

it('numbers are unique', () => {
  const numbers = files.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
