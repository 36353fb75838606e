import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const CHECK_WORDS = resolve(__dirname, '../../lint/check-words.mjs');

describe('the check of private words', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'almanac-words-'));
    spawnSync('git', ['init', '--quiet'], { cwd: folder });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const check = (path: string, text: string): { status: number | null; stdout: string } => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return spawnSync(process.execPath, [CHECK_WORDS], { cwd: folder, encoding: 'utf8' });
  };

  it.each([
    ['a comment', 'src/a.ts', '// one\n// Whoever gives way waits.', 'src/a.ts:2: "whoever"'],
    ['a part of a name', 'src/a.ts', 'export const findFacts = 1;', 'src/a.ts:1: "facts"'],
    ['a constant', 'src/a.ts', 'const FACT_LIMIT = 1;', 'src/a.ts:1: "fact"'],
    ['a sentence as a name', 'src/a.ts', 'const isSaidByAnother = true;', 'src/a.ts:1: "isSaidByAnother"'],
    ['a type', 'src/a.ts', 'const a: Map<string, Answer> = new Map();', 'src/a.ts:1: "Answer"'],
    ['a duration without unit', 'src/a.ts', 'const aYear = 31_536_000;', 'src/a.ts:1: "aYear"'],
    ['a document', 'docs/a.md', 'The relay tells the endpoint.', 'docs/a.md:1: "tells"'],
    ['the name of a file', 'src/right-of-way.ts', '', 'src/right-of-way.ts (its name): "right of way"'],
  ])('refuses one in %s and names the place', (_name, path, text, message) => {
    const { status, stdout } = check(path, text);
    expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining(message) });
  });

  it.each([
    ['words that contain another', 'src/a.ts', 'const factory = "a string of artifacts";'],
    ['a sentence that begins with Answers', 'src/a.ts', '// Answers 404 without a body.'],
    ['the name of a column', 'src/a.ts', "const column = 'fact_id';"],
    ['migrations', 'libs/entities/src/migrations/1-complete-facts.ts', 'class CompleteFacts1 {}'],
  ])('allows %s', (_name, path, text) => {
    expect(check(path, text)).toMatchObject({ status: 0, stdout: '' });
  });

  it('says which words to use instead', () => {
    expect(check('src/a.ts', 'const fact = 1;').stdout).toContain('use: outbox event');
  });
});
