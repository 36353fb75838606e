import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { STAMPS } from '../local/settings.mjs';

/** The version of each Node line that CI runs. The binary comes from the npm package `node`. */
export const NODE_VERSIONS = { 20: '20.19.5', 22: '22.23.3', 24: '24.21.0' };

/**
 * Installs the Node of a line once, under node_modules.
 * @param {keyof typeof NODE_VERSIONS} line
 * @returns {Promise<string>} the folder that holds the `node` binary
 */
export async function installNode(line) {
  const version = NODE_VERSIONS[line];
  const folder = join(STAMPS, `node-${version}`);
  const bin = join(folder, 'node_modules/node/bin');
  if (existsSync(join(bin, 'node'))) return bin;
  await mkdir(folder, { recursive: true });
  execFileSync('npm', ['install', '--silent', '--no-save', '--prefix', folder, `node@${version}`], {
    stdio: 'inherit',
  });
  const installed = execFileSync(join(bin, 'node'), ['--version'], { encoding: 'utf8' }).trim();
  if (installed !== `v${version}`) throw new Error(`The package node@${version} brought Node ${installed}.`);
  return bin;
}
