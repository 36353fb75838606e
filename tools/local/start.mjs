// npm start: installs, builds and starts Almanac on this machine.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LocalAlmanac } from './local-almanac.mjs';
import { assertNodeVersion, build, installDependencies } from './prepare.mjs';
import { beginRun, endRun } from './run-file.mjs';
import { portsOf, STATE, StartError } from './settings.mjs';

const say = (text) => process.stdout.write(`${text}\n`);

async function prepare() {
  if (await installDependencies()) say('✓ dependencies installed');
  if (await build()) say('✓ services built');
}

function summary(local) {
  return `
Almanac is ready (${process.uptime().toFixed(1)} s).

  Content API   ${local.contentApiUrl}/ghost/api/v3/content/posts/?key=${local.contentKey}
  Admin API     ${local.adminApiUrl}/ghost/api/v3/admin/
  API docs      ${local.contentApiUrl}/docs and ${local.adminApiUrl}/docs
  Calendar      ${local.calendarUrl}/graphql
  Worker        ${local.workerUrl}/queues
  Mailbox       ${local.mailboxUrl}

  Admin key     ${local.adminKey}
  Owner         ${local.owner.email} (password ${local.owner.password})

  The same is in .almanac/local.json. Logs are in .almanac/logs. Press Ctrl-C to stop.
`;
}

async function main() {
  await assertNodeVersion();
  const ports = portsOf(process.env);
  // First, because installing or building would change the files of a running Almanac.
  await beginRun(ports);
  const almanac = new LocalAlmanac({
    ports,
    environment: process.env,
    isEmpty: process.argv.includes('--empty'),
    say,
  });
  let stopping;
  const stop = async (code) => {
    stopping ??= almanac.stop();
    await stopping;
    await rm(join(STATE, 'local.json'), { force: true });
    await endRun();
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0));
  try {
    await prepare();
    const local = await almanac.start();
    await writeFile(join(STATE, 'local.json'), `${JSON.stringify(local, null, 2)}\n`, { mode: 0o600 });
    say(summary(local));
  } catch (error) {
    process.stderr.write(`Almanac cannot start. ${error instanceof StartError ? error.message : error.stack}\n`);
    await stop(1);
  }
}

main().catch((error) => {
  process.stderr.write(`Almanac cannot start. ${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
