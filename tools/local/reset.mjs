// npm run reset: empties the local database, mailbox, uploads and logs. What is installed and built stays.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { assertNoRun } from './run-file.mjs';
import { STATE, StartError } from './settings.mjs';

async function main() {
  await assertNoRun();
  const { reachableDataFolder, stopLeftover } = await import('./embedded-postgres.mjs');
  // A launcher that was killed may have left its PostgreSQL.
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
  process.stdout.write('The local data is gone; the next npm start begins anew.\n');
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
