// npm run reset: empties the local database, mailbox and uploads. What is installed and built stays.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claimPorts } from './processes.mjs';
import { portsOf, STATE, StartError } from './settings.mjs';

async function main() {
  const { POSTGRES_PORT } = portsOf(process.env);
  await claimPorts({ POSTGRES_PORT }, { patienceMs: 0 }).catch(() => {
    throw new StartError('Almanac seems to be running: stop it first (Ctrl-C in its terminal).');
  });
  const { reachableDataFolder } = await import('./embedded-postgres.mjs');
  for (const path of [
    reachableDataFolder(join(STATE, 'data')),
    join(STATE, 'content'),
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
