// npm run almanac: the command line.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertNodeVersion, buildServices, installDependencies } from '../local/prepare.mjs';
import { ROOT, STATE, StartError } from '../local/settings.mjs';

const MAIN = join(ROOT, 'tools/dist/cli/main.js');

/** Builds only when nothing is built, so that a running Almanac keeps its files. */
async function prepare() {
  await assertNodeVersion();
  if (existsSync(MAIN)) return;
  process.stderr.write('Installing and building Almanac first…\n');
  await installDependencies();
  await buildServices();
  if (!existsSync(MAIN)) throw new StartError(`The build did not create ${MAIN}. Run: npm run build`);
}

try {
  await prepare();
  // npm runs scripts in the checkout; paths are relative to the folder of the user.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  process.env.ALMANAC_STATE = STATE;
  await import(pathToFileURL(MAIN).href);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
