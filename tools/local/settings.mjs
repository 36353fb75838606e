import { createHash } from 'node:crypto';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the checkout. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The folder with the data of the local installation: `.almanac`, or the folder in ALMANAC_STATE. */
export const STATE = resolve(process.env.ALMANAC_STATE ?? join(ROOT, '.almanac'));
/** The folder for digests of the installed and built files (stamps), and for programs that tools download. It belongs to the checkout. */
export const TOOLS_CACHE = join(ROOT, 'node_modules/.almanac');
export const PNPM = 'pnpm@10.34.9';

const DEFAULT_PORTS = {
  EDGE_PORT: 4000,
  CONTENT_API_PORT: 4001,
  ADMIN_API_PORT: 4002,
  CALENDAR_GRAPHQL_PORT: 4003,
  SCHEDULER_WORKER_PORT: 4004,
  SITE_PORT: 4005,
  MAILBOX_PORT: 4080,
  SMTP_PORT: 4025,
  POSTGRES_PORT: 4432,
};

/** The ports of a local run: the defaults, each replaceable by an environment variable of its name. */
export function portsOf(environment) {
  return Object.fromEntries(
    Object.entries(DEFAULT_PORTS).map(([name, fallback]) => {
      const given = environment[name];
      const port = given ? Number(given) : fallback;
      if (!Number.isInteger(port) || port < 1 || port > 65_535) {
        throw new StartError(`${name} must be a port between 1 and 65535, not "${given}".`);
      }
      return [name, port];
    }),
  );
}

/** An error that the user can correct; printed without a stack. */
export class StartError extends Error {}

/** The first 16 hexadecimal digits of the SHA-256 digest of strings or buffers. */
export function digestOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 16);
}
