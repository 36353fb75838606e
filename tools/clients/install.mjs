// Installs the clients of tools/clients/package.json. They are outside the workspace, in node_modules/.almanac/ghost-clients.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../local/prepare.mjs';
import { digestOf, PNPM, ROOT, TOOLS_CACHE, StartError } from '../local/settings.mjs';

const SOURCE = join(ROOT, 'tools/clients');
const FOLDER = join(TOOLS_CACHE, 'ghost-clients');
const STAMP = join(FOLDER, 'installed');
const INPUTS = ['package.json', 'pnpm-lock.yaml'];

/** Downloads a package with npm and extracts `folders` of it, without its dependencies. @param integrity `sha512-<base64>` */
async function extractTarball(name, { version, integrity, folders }) {
  const options = { stdio: 'pipe', env: { ...process.env, npm_config_update_notifier: 'false' } };
  await run('npm', ['pack', `${name}@${version}`, '--silent', '--pack-destination', FOLDER], options);
  const file = join(FOLDER, `${name}-${version}.tgz`);
  const digest = createHash('sha512')
    .update(await readFile(file))
    .digest('base64');
  if (`sha512-${digest}` !== integrity) throw new StartError(`The tarball of ${name} has the digest sha512-${digest}.`);
  const target = join(FOLDER, 'node_modules', name);
  await mkdir(target, { recursive: true });
  const paths = ['package.json', ...folders].map((path) => `package/${path}`);
  await run('tar', ['-xzf', file, '-C', target, '--strip-components', '1', ...paths], options);
  await rm(file);
}

async function install(digest) {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const name of INPUTS) await copyFile(join(SOURCE, name), join(FOLDER, name));
  const options = [
    'install',
    '--frozen-lockfile',
    '--ignore-workspace',
    '--ignore-scripts',
    '--config.engine-strict=false',
  ];
  await run('npx', ['--yes', PNPM, ...options, '--dir', FOLDER], { stdio: 'pipe', env: { ...process.env, CI: '1' } });
  const { tarballs } = JSON.parse(await readFile(join(FOLDER, 'package.json'), 'utf8'));
  for (const [name, tarball] of Object.entries(tarballs)) await extractTarball(name, tarball);
  await writeFile(STAMP, digest);
}

/**
 * Installs the clients unless these versions are installed.
 * @returns the folder that contains their node_modules
 * @throws StartError when a package cannot be installed or has another digest than `integrity`
 */
export async function installClients() {
  const digest = digestOf(...(await Promise.all(INPUTS.map((name) => readFile(join(SOURCE, name))))));
  const isInstalled = existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === digest;
  if (!isInstalled) await install(digest);
  return FOLDER;
}
