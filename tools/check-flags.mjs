import { parseArgs } from 'node:util';
import { StartError } from './local/settings.mjs';

const FLAGS = {
  static: 'runs no tests, and lints all projects in one process',
  audit: 'also asks the registry for known vulnerabilities',
  help: 'prints this list',
};

/** The flags of `npm run check`, as text. */
export const FLAG_LIST = Object.entries(FLAGS)
  .map(([name, effect]) => `--${name.padEnd(8)}${effect}\n`)
  .join('');

/**
 * The flags among the arguments of `npm run check`, e.g. `{ audit: true }`.
 * @throws StartError with the list of flags for an unknown flag, and for any other argument
 */
export function parseFlags(args) {
  const options = Object.fromEntries(Object.keys(FLAGS).map((name) => [name, { type: 'boolean' }]));
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new StartError(`${error.message}\nThe flags are:\n${FLAG_LIST}`);
  }
}
