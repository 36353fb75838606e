import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, PNPM, ROOT, TOOLS_CACHE, StartError } from './settings.mjs';

const INSTALL_INPUTS = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
const BUILD_ROOTS = ['apps', 'libs', 'tools'];
/** Projects that no service needs to start: they are built while the services run. */
const FRONT_ENDS = [
  { project: 'console', folder: 'apps/console' },
  { project: 'site', folder: 'examples/site' },
];

/** Whether a version is in a range of the form `^20.19.0` or `>=24.11.0`. */
function isInAlternative(version, alternative) {
  const [major, minor] = version.split('.').map(Number);
  const [, operator, oldestMajor, oldestMinor] = /^(\^|>=)(\d+)\.(\d+)\.0$/.exec(alternative.trim());
  if (major === Number(oldestMajor)) return minor >= Number(oldestMinor);
  return operator === '>=' && major > Number(oldestMajor);
}

/** @throws StartError when `engines.node` of package.json excludes `version` */
export async function assertNodeVersion(version = process.versions.node) {
  const { engines } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  if (engines.node.split('||').some((alternative) => isInAlternative(version, alternative))) return;
  throw new StartError(`Almanac needs Node ${engines.node}; this is ${version}.`);
}

/**
 * Runs a command in the checkout.
 * @returns its standard output and standard error, if `stdio` is `pipe`
 * @throws StartError when its exit code is not 0, AbortError when `signal` ends it
 */
export async function run(command, args, { stdio = 'inherit', env = process.env, signal } = {}) {
  const child = spawn(command, args, { cwd: ROOT, stdio, env, signal, shell: process.platform === 'win32' });
  const output = [];
  child.stdout?.on('data', (chunk) => output.push(chunk));
  child.stderr?.on('data', (chunk) => output.push(chunk));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0)
    throw new StartError(`"${[command, ...args].join(' ')}" failed with ${code}.\n${Buffer.concat(output)}`);
  return Buffer.concat(output).toString();
}

async function stampedDigest(name) {
  return readFile(join(TOOLS_CACHE, name), 'utf8').catch(() => '');
}

async function stamp(name, digest) {
  await mkdir(TOOLS_CACHE, { recursive: true });
  await writeFile(join(TOOLS_CACHE, name), digest);
}

/**
 * Installs the dependencies if they are missing, or one of INSTALL_INPUTS or the version of Node has changed.
 * @returns whether it installed
 */
export async function installDependencies({ signal } = {}) {
  const contents = await Promise.all(INSTALL_INPUTS.map((file) => readFile(join(ROOT, file))));
  const digest = digestOf(...contents, process.version);
  if (existsSync(join(ROOT, 'node_modules/.pnpm')) && (await stampedDigest('installed')) === digest) return false;
  // Without CI=1, pnpm requires a confirmation before it deletes node_modules, and fails if there is no terminal.
  await run('npx', ['--yes', PNPM, 'install', '--frozen-lockfile'], {
    stdio: 'pipe',
    env: { ...process.env, CI: '1' },
    signal,
  });
  await stamp('installed', digest);
  return true;
}

async function* sourceFiles(folder, excluded) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (['node_modules', 'dist', 'test'].includes(entry.name) || excluded.includes(path)) continue;
    if (entry.isDirectory()) yield* sourceFiles(path, excluded);
    else yield path;
  }
}

/** A digest of the paths, sizes and modification times of source files, and of the dependencies, which are a part of some builds. */
async function sourceDigest(roots, excluded) {
  const lines = [await readFile(join(ROOT, 'pnpm-lock.yaml'), 'utf8')];
  for (const root of roots) {
    for await (const path of sourceFiles(join(ROOT, root), excluded)) {
      const { mtimeMs, size } = await stat(path);
      lines.push(`${path} ${mtimeMs} ${size}`);
    }
  }
  return digestOf(lines.sort().join('\n'));
}

async function buildSelection(name, { roots, excluded = [], selection, signal }) {
  const digest = await sourceDigest(roots, excluded);
  if ((await stampedDigest(name)) === digest) return false;
  await run(process.execPath, [join(ROOT, 'tools/build/build-all.mjs'), ...selection], { stdio: 'pipe', signal });
  await stamp(name, digest);
  return true;
}

/** Builds the services, libraries and tools if one of their files or a dependency has changed. @returns whether it built */
export function buildServices({ signal } = {}) {
  const selection = ['--exclude', ['almanac', ...FRONT_ENDS.map(({ project }) => project)].join(',')];
  const excluded = FRONT_ENDS.map(({ folder }) => join(ROOT, folder));
  return buildSelection('built', { roots: BUILD_ROOTS, excluded, selection, signal });
}

/** Builds the Console and the example site if one of their files or a dependency has changed. @returns whether it built */
export async function buildFrontEnds({ signal } = {}) {
  const present = FRONT_ENDS.filter(({ folder }) => existsSync(join(ROOT, folder, 'package.json')));
  if (present.length === 0) return false;
  const roots = [...present.map(({ folder }) => folder), 'libs'];
  const selection = ['--projects', present.map(({ project }) => project).join(',')];
  return buildSelection('front-ends', { roots, selection, signal });
}
