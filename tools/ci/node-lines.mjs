// Clones the repository, and installs, starts and tests the clone on the given lines (major versions) of Node.
// Usage: node tools/ci/node-lines.mjs [line…], by default 22 and 24.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../local/free-port.mjs';
import { portsOf, ROOT } from '../local/settings.mjs';
import { installNode } from './node-binary.mjs';

const START_TIMEOUT_MS = 300_000;
/**
 * The suites that depend most on the line of Node: packages exclude some lines by `engines`, and jest loads ES modules in different ways.
 */
const SUITES = [
  'libs/rendering/src/lexical',
  'libs/rendering/src/html-to-mobiledoc',
  'apps/content-api/test/official-clients',
];

/** A free port for each environment variable that sets a port of `npm start`, e.g. `EDGE_PORT`. */
async function freePorts() {
  const entries = Object.keys(portsOf({})).map(async (name) => [name, String(await freePort())]);
  return Object.fromEntries(await Promise.all(entries));
}

/** Runs `npm start` in the clone until it is ready, reads a post, and stops it by SIGINT. @throws Error when a step fails */
async function startAndRead(clone, env) {
  const run = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...env, ...(await freePorts()) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let output = '';
  const ready = new Promise((resolve, reject) => {
    run.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('Almanac is ready')) resolve();
    });
    run.once('exit', (code) => reject(new Error(`npm start ended with ${code}.\n${output}`)));
    setTimeout(() => reject(new Error(`npm start was not ready in time.\n${output}`)), START_TIMEOUT_MS).unref();
  });
  try {
    await ready;
    const local = JSON.parse(await readFile(join(clone, '.almanac/local.json'), 'utf8'));
    const url = `${local.contentApiUrl}/ghost/api/v3/content/posts/?key=${local.contentKey}&limit=1`;
    const { posts } = await (await fetch(url)).json();
    if (!posts?.[0]?.title) throw new Error(`${url} returned no post.`);
  } finally {
    if (run.exitCode === null) {
      const exited = once(run, 'exit');
      process.kill(-run.pid, 'SIGINT');
      await exited;
    }
  }
}

async function checkLine(line) {
  const startedAt = Date.now();
  const bin = await installNode(line);
  const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const folder = await mkdtemp(join(tmpdir(), `almanac-node-${line}-`));
  try {
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${ROOT}`, folder]);
    await startAndRead(folder, env);
    execFileSync('npm', ['test', '--silent', '--', ...SUITES], { cwd: folder, env, stdio: 'inherit' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`✓ Node ${line} (${((Date.now() - startedAt) / 1000).toFixed(0)} s)\n`);
}

const lines = process.argv.slice(2);
for (const line of lines.length > 0 ? lines : ['22', '24']) await checkLine(line);
