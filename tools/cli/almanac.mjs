// npm run almanac: the command line, on what npm start built.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertNodeVersion, build, installDependencies } from '../local/prepare.mjs';
import { ROOT, STATE, StartError } from '../local/settings.mjs';

const MAIN = join(ROOT, 'tools/dist/cli/main.js');

/** A running Almanac is not rebuilt under its feet: what is built is used as it is. */
async function prepare() {
  assertNodeVersion();
  if (existsSync(MAIN)) return;
  process.stderr.write('Building Almanac first…\n');
  await installDependencies();
  await build();
  if (!existsSync(MAIN)) throw new StartError(`The build made no ${MAIN}. Run: node tools/build/build-all.mjs`);
}

try {
  await prepare();
  // npm runs scripts in the checkout; paths are meant from where the user is.
  if (process.env.INIT_CWD) process.chdir(process.env.INIT_CWD);
  process.env.ALMANAC_STATE = STATE;
  await import(pathToFileURL(MAIN).href);
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exitCode = 1;
}
