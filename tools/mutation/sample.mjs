// A checker for Stryker that selects the mutants to run: a random sample, or the survivors of an earlier run (mutants for which no test
// failed). For Stryker the others have a compile error.
import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';

const { MUTATION_SHARE: share = '1', MUTATION_SEED: seed = '1', MUTATION_SURVIVORS_OF: report } = process.env;

/** A pseudorandom number from 0 to 1 that depends only on the seed and the number of a block. */
const randomOf = (block) => createHash('sha256').update(`${seed}:${block}`).digest().readUInt32BE() / 2 ** 32;

/**
 * Whether the sample contains a mutant. Mutants have numbers (ids) in the order of the files and their lines. The sample contains one
 * random mutant out of each block of consecutive numbers, so it is spread evenly over the files.
 */
function isInSample(id) {
  const size = 1 / Number(share);
  const block = Math.floor(id / size);
  const [first, next] = [Math.ceil(block * size), Math.ceil((block + 1) * size)];
  return id === first + Math.floor(randomOf(block) * (next - first));
}

const keyOf = (file, { location: { start, end }, replacement }) =>
  [file, start.line, start.column, end.line, end.column, replacement].join(':');

/** The keys of the mutants for which no test failed, by the report of a run. Lines and columns in reports begin with 1. */
function survivorsOf(path) {
  const { files } = JSON.parse(readFileSync(path, 'utf8'));
  const keys = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants
      .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
      .map((mutant) => keyOf(file, mutant)),
  );
  return new Set(keys);
}

const survivors = report ? survivorsOf(report) : undefined;

/** Converts a position of Stryker, where lines and columns begin with 0, to the form in reports. */
const oneBased = ({ line, column }) => ({ line: line + 1, column: column + 1 });

function isWanted({ id, fileName, location: { start, end }, replacement }) {
  if (!survivors) return isInSample(Number(id));
  const file = fileName.slice(fileName.search(/(?:apps|libs)\//));
  return survivors.has(keyOf(file, { location: { start: oneBased(start), end: oneBased(end) }, replacement }));
}

const checker = {
  async init() {},
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  },
  async check(mutants) {
    const results = mutants.map((mutant) => [
      mutant.id,
      isWanted(mutant) ? { status: 'passed' } : { status: 'compileError', reason: 'Not in the sample' },
    ]);
    return Object.fromEntries(results);
  },
};

export const strykerPlugins = [{ kind: 'Checker', name: 'sample', value: checker }];
