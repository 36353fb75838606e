import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SITE = join(__dirname, '..');
const MAX_LINES = 1_500;

describe('the example', () => {
  it('stays small enough to be read at once, without tests and the stylesheet', () => {
    const sources = readdirSync(join(SITE, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(astro|ts)$/.test(path) && !path.endsWith('.spec.ts'))
      .map((path) => join('src', path));
    const lines = ['astro.config.mjs', ...sources].flatMap((path) =>
      readFileSync(join(SITE, path), 'utf8').trimEnd().split('\n'),
    );
    expect(sources.length).toBeGreaterThan(30);
    expect(lines.length).toBeLessThan(MAX_LINES);
  });
});
