import { parseArgs } from 'node:util';
import { StartError } from './local/settings.mjs';

const FLAGS = {
  static: 'runs no tests, and lints all projects in one process',
  audit: 'also requests the known vulnerabilities from the registry',
  help: 'prints this list',
};

/** The flags of `npm run check` and their effects, one line each, for the user. */
export const FLAG_LIST = Object.entries(FLAGS)
  .map(([name, effect]) => `--${name.padEnd(8)}${effect}\n`)
  .join('');

/**
 * The flags that the arguments of `npm run check` set, e.g. `{ audit: true }`.
 * @throws StartError with the list of flags, when an argument is not one of them
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
