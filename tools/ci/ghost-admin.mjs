// Unpacks the npm package of Ghost 3 once, under node_modules, and prints its folder. The package contains Ghost's own administration
// in the browser, which a test of the Console runs against the Admin API. As a dependency, Ghost would add hundreds of old packages.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { TOOLS_CACHE } from '../local/settings.mjs';

const VERSION = '3.2.0';
/** The digest of the package in base64, as the registry states it. */
const SHA512 = '68rDzxic2lh7W1O16TmGLcbejLjIRg2eZQlPvpZTLry/EPOg/FU+uKJCTNGwYAfuIly4mkSy/uwTsAoaiktw+Q==';
const DOWNLOAD_TIMEOUT_MS = 120_000;

const folder = join(TOOLS_CACHE, `ghost-${VERSION}`);
if (!existsSync(folder)) {
  mkdirSync(TOOLS_CACHE, { recursive: true });
  const download = mkdtempSync(join(TOOLS_CACHE, 'ghost-'));
  try {
    const options = ['--silent', '--ignore-scripts', '--pack-destination', download];
    const limits = { stdio: ['ignore', 'ignore', 'inherit'], timeout: DOWNLOAD_TIMEOUT_MS };
    execFileSync('npm', ['pack', ...options, `ghost@${VERSION}`], { ...limits, cwd: download });
    const file = join(download, `ghost-${VERSION}.tgz`);
    const digest = createHash('sha512').update(readFileSync(file)).digest('base64');
    if (digest !== SHA512) throw new Error(`${file} has the digest ${digest}, not that of Ghost ${VERSION}.`);
    execFileSync('tar', ['-xzf', file, '-C', download], limits);
    renameSync(join(download, 'package'), folder);
  } finally {
    rmSync(download, { recursive: true, force: true });
  }
}
process.stdout.write(`${folder}\n`);
