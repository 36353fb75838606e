import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { landscape } from '../../src/seed/landscape';
import { ROOT } from '../local-run';

const run = promisify(execFile);
const CLIENTS = join(ROOT, 'tools/clients');
const TIMEOUT_MS = 120_000;

/** The clients of tools/clients, each with the API versions that it is configured for. */
export const CLIENT_RUNS: [client: string, version: string][] = [
  ['tryghost-content-api', 'v3.0'],
  ['tryghost-content-api', 'v4.0'],
  ['tryghost-content-api', 'v5.0'],
  ['tryghost-content-api', 'v6.0'],
  ['tryghost-admin-api', 'v3.0'],
  ['tryghost-admin-api', 'v4.0'],
  ['tryghost-admin-api', 'v5.0'],
  ['tryghost-admin-api', 'v6.0'],
  ['ts-ghost-content-api', 'v5.0'],
  ['ts-ghost-content-api', 'v6.0'],
  ['ts-ghost-admin-api', 'v5.0'],
  ['ts-ghost-admin-api', 'v6.0'],
  ['gatsby-source-ghost', 'v3.0'],
  ['gatsby-source-ghost', 'v5.0'],
  ['n8n-nodes-base', 'v2 and v3'],
];

/** The site as the programs of tools/clients read it. */
export interface SiteForClients {
  url: string;
  contentKey: string;
  adminKey: string;
  webhookUrl: string;
  imageFile: string;
  mediaFile: string;
  documentFile: string;
  themeFile: string;
}

/** The outcome of each call: `works`, or the error. */
export interface ClientRun {
  packageName: string;
  packageVersion: string;
  version: string;
  outcomes: Record<string, string>;
}

/** Writes one small file of each kind that clients upload. */
export function writeUploads(
  folder: string,
): Pick<SiteForClients, 'imageFile' | 'mediaFile' | 'documentFile' | 'themeFile'> {
  const write = (name: string, content: Buffer): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return {
    imageFile: write('harbour.png', landscape(0)),
    // The `ftyp` box of an MP4, and an empty `mdat` box.
    mediaFile: write(
      'tide.mp4',
      Buffer.from('000000186674797069736f6d0000020069736f6d6d703432000000086d646174', 'hex'),
    ),
    documentFile: write(
      'tide.pdf',
      Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
    ),
    // An empty zip archive.
    themeFile: write('casper.zip', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')),
  };
}

/** @returns the folder in which the clients are installed */
export async function installClients(): Promise<string> {
  const url = JSON.stringify(join(CLIENTS, 'install.mjs'));
  const program = `import { installClients } from ${url}; console.log(await installClients());`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program]);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Runs all calls of a client in a process of its own. */
export async function runClient(
  client: string,
  version: string,
  { site, folder }: { site: SiteForClients; folder: string },
): Promise<ClientRun> {
  const { stdout } = await run(process.execPath, [join(CLIENTS, 'run.mjs'), client, version], {
    env: { ...process.env, SITE: JSON.stringify(site), CLIENTS: folder },
    timeout: TIMEOUT_MS,
  });
  return { version, ...(JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Omit<ClientRun, 'version'>) };
}
