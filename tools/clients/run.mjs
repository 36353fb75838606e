// Runs the calls of one client against a site and prints the outcomes as JSON.
// Usage: node run.mjs <client> <version>. <client> is the name of a file in calls, without .mjs. The environment variable SITE contains
// the site as JSON, CLIENTS the folder of the installed clients.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const CALL_TIMEOUT_MS = 20_000;

const folder = process.env.CLIENTS;
const site = JSON.parse(process.env.SITE);
const [client, version] = process.argv.slice(2);
const { packageName, callsOf } = await import(`./calls/${client}.mjs`);
const require = createRequire(join(folder, 'package.json'));

/** Rejects when the call takes longer than CALL_TIMEOUT_MS. */
function withTimeout(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response after ${CALL_TIMEOUT_MS} ms`)), CALL_TIMEOUT_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** The message of an error in one line of at most 400 characters. */
const reasonOf = (error) =>
  String(error?.message ?? error)
    .replace(/\s+/g, ' ')
    .slice(0, 400);

// Only the last line of the standard output contains the outcomes. Warnings of clients are not written.
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
