import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STATE } from './settings.mjs';

/** Secrets of this local installation: generated once, stored until `npm run reset`. */
export async function localSecrets() {
  const file = join(STATE, 'secrets.json');
  const known = await readFile(file, 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (known) return known;
  const secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    ownerPassword: randomBytes(12).toString('base64url'),
    calendarHash: randomBytes(32).toString('base64url'),
  };
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
