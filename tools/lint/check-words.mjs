// npm run words [-- <path>…]: finds private words (private-words.mjs) in the text files below the current folder, or in the given paths.
// Prints each place with the words to use instead, and fails if there is one.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { ALLOWED_FILES, ALLOWED_NAMES, PRIVATE_NAMES, PRIVATE_WORDS } from './private-words.mjs';

const TEXT_FILES =
  /(?:\.(?:ts|tsx|mjs|cjs|js|md|ya?ml|tpl|json|graphql|txt|astro|css|html|sh)|Dockerfile|Caddyfile|\.env\.example|\.ci\/run)$/;
const CODE_FILES = /\.(?:ts|tsx|mjs|cjs|js)$/;

const wordPatterns = PRIVATE_WORDS.map(([source, instead]) => [new RegExp(`\\b(?:${source})\\b`, 'g'), instead]);
const anyWord = new RegExp(`\\b(?:${PRIVATE_WORDS.map(([source]) => source).join('|')})\\b`);
const allowedNames = new RegExp(ALLOWED_NAMES.join('|'), 'g');

/** The words of a line in lower case, without digits and punctuation. Names are split: `findPosts` becomes `find posts`. */
const splitNames = (line) =>
  line
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase();

function* matchesOf(patterns, text, line) {
  for (const [pattern, instead] of patterns)
    for (const [found] of text.matchAll(pattern)) yield { line, found, instead };
}

/**
 * The private words in the text and in the path of a file; those in the path have line 0.
 * @returns {{ line: number, found: string, instead: string }[]}
 */
function privateWordsIn(path, text) {
  return [path, ...text.split('\n')].flatMap((original, line) => {
    const checked = original.replace(allowedNames, '');
    const words = splitNames(checked);
    return [
      ...(anyWord.test(words) ? matchesOf(wordPatterns, words, line) : []),
      ...(CODE_FILES.test(path) ? matchesOf(PRIVATE_NAMES, checked, line) : []),
    ];
  });
}

/** The text files that git tracks or does not ignore, except ALLOWED_FILES. */
function filesToCheck(paths) {
  const options = ['--cached', '--others', '--exclude-standard', '--deduplicate', '-z', '--', ...paths];
  const { stdout } = spawnSync('git', ['ls-files', ...options], { encoding: 'utf8', maxBuffer: 1e8 });
  const isChecked = (path) => TEXT_FILES.test(path) && !ALLOWED_FILES.some((allowed) => allowed.test(path));
  return stdout.split('\0').filter((path) => isChecked(path) && existsSync(path));
}

const problems = filesToCheck(process.argv.slice(2)).flatMap((path) =>
  privateWordsIn(path, readFileSync(path, 'utf8')).map((problem) => ({ path, ...problem })),
);
for (const { path, line, found, instead } of problems)
  process.stdout.write(`${line === 0 ? `${path} (its name)` : `${path}:${line}`}: "${found}", use: ${instead}\n`);
if (problems.length > 0) {
  process.stdout.write(`${problems.length} private words, see tools/lint/private-words.mjs\n`);
  process.exit(1);
}
