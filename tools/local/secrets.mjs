import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STATE } from './settings.mjs';

/** The secrets of this local installation. They are generated once, and stored until `npm run reset`. */
export async function localSecrets() {
  const file = join(STATE, 'secrets.json');
  const known = await readFile(file, 'utf8').then(JSON.parse, (error) => {
    if (error.code === 'ENOENT') return {};
    throw error;
  });
  // The stored secrets come last: they replace the generated ones. A file of an earlier version of Almanac contains fewer secrets.
  const secrets = {
    encryptionKey: randomBytes(32).toString('hex'),
    calendarTicketSecret: randomBytes(32).toString('hex'),
    siteWebhookSecret: `whsec_${randomBytes(32).toString('base64')}`,
    ownerPassword: randomBytes(12).toString('base64url'),
    calendarHash: randomBytes(32).toString('base64url'),
    ...known,
  };
  await writeFile(file, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  return secrets;
}
