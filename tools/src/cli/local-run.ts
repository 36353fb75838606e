import { ValidationError } from '@almanac/errors';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { types } from 'node:util';
import { type LocalDescription } from '../local-description';

export type Environment = Record<string, string | undefined>;

/** The folder of the local installation, unless ALMANAC_STATE names another one. */
const DEFAULT_STATE = join(__dirname, '../../../.almanac');

function fileOf({ ALMANAC_STATE }: Environment): string {
  return join(ALMANAC_STATE ? resolve(ALMANAC_STATE) : DEFAULT_STATE, 'local.json');
}

/**
 * The content of local.json of the local run (see `npm start`); undefined when no local Almanac is running.
 * @throws ValidationError when the file cannot be read
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
 * The environment variables of a command. If DATABASE_URL is not set, they are completed by those of the local run: its database, and its
 * queue, URLs and storage unless these variables are set.
 * @throws ValidationError when DATABASE_URL is not set and no local Almanac is running
 */
export function withLocalRun(environment: Environment): Environment {
  if (environment.DATABASE_URL) return environment;
  const local = findLocalRun(environment);
  if (local === undefined) {
    throw new ValidationError('DATABASE_URL is not set and no local Almanac is running.', {
      help: `Run npm start, which writes ${fileOf(environment)}, or set DATABASE_URL.`,
    });
  }
  const { databaseUrl, queueUrl, siteUrl, consoleUrl } = local;
  const content = join(dirname(fileOf(environment)), 'content');
  return {
    SITE_URL: siteUrl,
    ADMIN_URL: consoleUrl && new URL(consoleUrl).origin,
    QUEUE_URL: queueUrl,
    STORAGE_PATH: content,
    ...environment,
    DATABASE_URL: databaseUrl,
  };
}
