import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TOOLS_CACHE } from '../local/settings.mjs';

/** The version that CI runs of each line (major version) of Node. The binary comes from the npm package `node`. */
export const NODE_VERSIONS = { 20: '20.19.5', 22: '22.23.3', 24: '24.21.0' };

const BIN = 'node_modules/node/bin';

/**
 * Installs Node of a line under node_modules, unless it is installed. Several processes may call this at the same time.
 * @param {keyof typeof NODE_VERSIONS} line
 * @returns {Promise<string>} the folder with the `node` binary
 */
export async function installNode(line) {
  const version = NODE_VERSIONS[line];
  const folder = join(TOOLS_CACHE, `node-${version}`);
  if (!existsSync(folder)) await installInto(folder, version);
  return join(folder, BIN);
}

/** Installs into a temporary folder and renames it, so that `folder` never contains a part of the package only. */
async function installInto(folder, version) {
  await mkdir(TOOLS_CACHE, { recursive: true });
  const unfinished = await mkdtemp(`${folder}-`);
  try {
    execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', unfinished, `node@${version}`], {
      stdio: 'inherit',
    });
    const installed = execFileSync(join(unfinished, BIN, 'node'), ['--version'], { encoding: 'utf8' }).trim();
    if (installed !== `v${version}`) throw new Error(`The package node@${version} contains Node ${installed}.`);
    await rename(unfinished, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}
