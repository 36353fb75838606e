// npm run almanac: starts the command line (tools/src/cli).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertNodeVersion, buildServices, installDependencies } from '../local/prepare.mjs';
import { ROOT, STATE, StartError } from '../local/settings.mjs';

const MAIN = join(ROOT, 'tools/dist/cli/main.js');

/** Builds only if the command line is not built: a build would replace the files of a running Almanac. */
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
  // npm runs scripts in the checkout. Paths in arguments are relative to INIT_CWD, the folder in which the user called npm.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  process.env.ALMANAC_STATE = STATE;
  await import(pathToFileURL(MAIN).href);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
