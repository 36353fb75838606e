// npm start: installs, builds and starts Almanac on this machine.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalAlmanac } from './local-almanac.mjs';
import { assertNodeVersion, buildFrontEnds, buildServices, installDependencies } from './prepare.mjs';
import { Progress } from './progress.mjs';
import { beginRun, endRun } from './run-file.mjs';
import { portsOf, STATE, StartError } from './settings.mjs';
import { linksOf, summaryOf } from './summary.mjs';

async function startServices(almanac, progress, signal) {
  await almanac.openEdge();
  await progress.step({ doing: 'Installing the dependencies', done: 'Dependencies installed' }, () =>
    installDependencies({ signal }),
  );
  await progress.step({ doing: 'Building the services', done: 'Services built' }, () => buildServices({ signal }));
  const local = await almanac.start();
  await writeFile(join(STATE, 'local.json'), `${JSON.stringify(local, null, 2)}\n`, { mode: 0o600 });
  almanac.reportToEdge({ isReady: true, links: linksOf(local) });
  progress.note(summaryOf(local, progress));
}

/** Builds the Console and the example site while the services run, and starts the site. After a failure the services keep running. */
async function startFrontEnds(almanac, progress, signal) {
  const building = { doing: 'Building the Console and the site', done: 'Console and site built' };
  const starting = { doing: 'Starting the site', done: 'Site started' };
  try {
    await progress.step(building, () => buildFrontEnds({ signal }));
    await progress.step(starting, () => almanac.startSite());
  } catch (error) {
    if (signal.aborted) throw error;
    almanac.reportToEdge({ isSiteExpected: false });
    progress.note(`! The Console and the site are not complete. ${error.message}`);
  }
}

/** The message about a failed start. It has a stack only if the user cannot correct the error. */
const failureText = (error) => `Almanac cannot start. ${error instanceof StartError ? error.message : error.stack}\n`;

async function main() {
  await assertNodeVersion();
  const ports = portsOf(process.env);
  // This is the first step, because the next ones install and build, which would change the files of a running Almanac.
  await beginRun(ports);
  // Stops the commands that install and build.
  const commands = new AbortController();
  const progress = new Progress({ onStep: (step) => almanac.reportToEdge({ step }) });
  progress.note('Almanac is starting. The first start takes about a minute, later ones a few seconds.');
  const almanac = new LocalAlmanac({
    ports,
    environment: process.env,
    isEmpty: process.argv.includes('--empty'),
    progress,
  });
  let stopping;
  const stop = async (code) => {
    commands.abort();
    progress.close();
    stopping ??= almanac.stop();
    await stopping;
    await rm(join(STATE, 'local.json'), { force: true });
    await endRun();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
  try {
    await startServices(almanac, progress, commands.signal);
    await startFrontEnds(almanac, progress, commands.signal);
  } catch (error) {
    if (commands.signal.aborted) return;
    progress.close();
    process.stderr.write(failureText(error));
    await stop(1);
  }
}

main().catch((error) => {
  process.stderr.write(failureText(error));
  process.exit(1);
});
