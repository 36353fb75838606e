import { ValidationError } from '@almanac/errors';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { types } from 'node:util';
import { type LocalDescription } from '../local-description';

export type Environment = Record<string, string | undefined>;

/** Where `npm start` keeps the state of a local run, unless ALMANAC_STATE says otherwise. */
const DEFAULT_STATE = join(__dirname, '../../../.almanac');

function fileOf({ ALMANAC_STATE }: Environment): string {
  return join(ALMANAC_STATE ? resolve(ALMANAC_STATE) : DEFAULT_STATE, 'local.json');
}

/**
 * What `npm start` wrote about the Almanac that runs on this machine; undefined when none runs.
 * @throws ValidationError when its file cannot be read
 */
export function findLocalRun(environment: Environment): LocalDescription | undefined {
  const file = fileOf(environment);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LocalDescription;
  } catch (cause) {
    if (types.isNativeError(cause) && 'code' in cause && cause.code === 'ENOENT') return undefined;
    throw new ValidationError(`Cannot read ${file}. Stop the local Almanac and start it again with npm start.`, {
      cause,
    });
  }
}

/**
 * The environment of a command: where it names no database, it is that of the local run.
 * @throws ValidationError when there is neither
 */
export function withLocalRun(environment: Environment): Environment {
  if (environment.DATABASE_URL) return environment;
  const local = findLocalRun(environment);
  if (local === undefined) {
    throw new ValidationError('DATABASE_URL is not set, and no local Almanac runs.', {
      help: `Start one with npm start (it writes ${fileOf(environment)}), or set DATABASE_URL.`,
    });
  }
  const { databaseUrl, queueUrl, adminApiUrl } = local;
  return { SITE_URL: adminApiUrl, QUEUE_URL: queueUrl, ...environment, DATABASE_URL: databaseUrl };
}
