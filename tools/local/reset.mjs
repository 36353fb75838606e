// npm run reset: deletes the local database, mails, uploads, logs and secrets. It does not delete installed packages and builds.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assertNoRun } from './run-file.mjs';
import { STATE, StartError } from './settings.mjs';

async function main() {
  await assertNoRun();
  const { reachableDataFolder, stopLeftover } = await import('./embedded-postgres.mjs');
  // PostgreSQL still runs if its launcher was killed.
  await stopLeftover(reachableDataFolder(join(STATE, 'data')));
  for (const path of [
    reachableDataFolder(join(STATE, 'data')),
    join(STATE, 'content'),
    join(STATE, 'mails'),
    join(STATE, 'logs'),
    join(STATE, 'secrets.json'),
    join(STATE, 'local.json'),
  ]) {
    await rm(path, { recursive: true, force: true });
  }
  process.stdout.write('All local data is deleted. The next npm start creates a new site.\n');
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
