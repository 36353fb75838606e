// npm test: installs what is missing and runs every suite on real engines. Arguments go to jest, e.g. npm test -- libs/recurrence
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { build, installDependencies } from './local/prepare.mjs';
import { ROOT, StartError } from './local/settings.mjs';

function redisNotice() {
  if (process.env.TEST_REDIS_URL) return `Redis suites run on TEST_REDIS_URL.`;
  if (spawnSync('redis-server', ['--version']).status === 0)
    return 'Redis suites run on the redis-server of this machine.';
  return `
  ############################################################################
  #  NO REDIS: the suites of the Redis queue backend DO NOT RUN here.        #
  #  Install redis-server, or set TEST_REDIS_URL, to run them.               #
  ############################################################################
`;
}

function pgBouncerNotice() {
  if (spawnSync('pgbouncer', ['--version']).status === 0) return '';
  return `
  ############################################################################
  #  NO PGBOUNCER: the suite through a connection pooler DOES NOT RUN here.  #
  #  Install pgbouncer to run it.                                            #
  ############################################################################
`;
}

async function main() {
  await installDependencies();
  await build();
  process.stdout.write(`${redisNotice()}${pgBouncerNotice()}\n`);
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const child = spawn(process.execPath, [jest, ...process.argv.slice(2)], {
    cwd: ROOT,
    stdio: 'inherit',
    env: process.env,
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
