// Runs the calls of one client against a site and prints the outcomes as JSON.
// Usage: node run.mjs <client> <version>; the site is in the environment variable SITE, the folder of the clients in CLIENTS.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const CALL_TIMEOUT_MS = 20_000;

const folder = process.env.CLIENTS;
const site = JSON.parse(process.env.SITE);
const [client, version] = process.argv.slice(2);
const { packageName, callsOf } = await import(`./calls/${client}.mjs`);
const require = createRequire(join(folder, 'package.json'));

/** A limit for a client that never answers. */
function withTimeout(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response after ${CALL_TIMEOUT_MS} ms`)), CALL_TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** One line that says why a call failed. */
const reasonOf = (error) =>
  String(error?.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 400);

// Clients write warnings to the standard output; the outcomes are its last line.
console.warn = () => undefined;
const calls = callsOf({ site, version, require, folder });
const outcomes = {};
for (const [name, call] of Object.entries(calls)) {
  try {
    await withTimeout(Promise.resolve().then(call));
    outcomes[name] = 'works';
  } catch (error) {
    outcomes[name] = reasonOf(error);
  }
}
const manifest = JSON.parse(readFileSync(join(folder, 'node_modules', packageName, 'package.json'), 'utf8'));
process.stdout.write(`\n${JSON.stringify({ packageName, packageVersion: manifest.version, outcomes })}\n`);
process.exit(0);
