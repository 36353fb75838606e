import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

function markdownFiles(): string[] {
  const options = ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate', '*.md'];
  const { stdout } = spawnSync('git', options, { cwd: ROOT, encoding: 'utf8' });
  return stdout.split('\n').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

/** The relative links of a document whose target does not exist. */
function brokenLinks(path: string): string[] {
  const links = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/\]\((?!https?:|#)([^)\s#]+)(?:#[^)]*)?\)/g)];
  return links.map(([, target = '']) => target).filter((target) => !existsSync(join(ROOT, dirname(path), target)));
}

it('links between documents have a target', () => {
  const broken = markdownFiles().flatMap((path) => brokenLinks(path).map((target) => `${path}: ${target}`));
  expect(broken).toEqual([]);
});
