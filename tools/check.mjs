// npm run check: checks words, unused code, format, types and the rules of the linter, and runs the unit tests.
// Nx runs the linter and the unit tests of each project, and skips a project that has not changed since it passed.
// `--static` runs no tests, and lints all projects in one process while the other steps run. `--audit` also requests the known
// vulnerabilities from the registry. CI passes both flags: in a fresh clone Nx can skip no project, and one process reads the types once.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FLAG_LIST, parseFlags } from './check-flags.mjs';
import { installDependencies, run } from './local/prepare.mjs';
import { PNPM, ROOT, StartError } from './local/settings.mjs';

const require = createRequire(import.meta.url);
const AUDIT_TIMEOUT_MS = 60_000;
const CACHE = join(ROOT, 'node_modules/.cache');

const node = (script, ...args) => run(process.execPath, [script, ...args]);
const inModules = (path) => join(ROOT, 'node_modules', path);

/** @returns the number of vulnerabilities by severity; undefined when the response is not a report of `pnpm audit` */
function parseAudit(response) {
  try {
    return JSON.parse(response).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

/**
 * @throws StartError when a production dependency has a critical
 *   vulnerability. Without a report of the registry it only prints a warning.
 */
function audit() {
  const options = { cwd: ROOT, encoding: 'utf8', timeout: AUDIT_TIMEOUT_MS };
  const { stdout } = spawnSync('npx', ['--yes', PNPM, 'audit', '--prod', '--json'], options);
  const vulnerabilities = parseAudit(stdout);
  if (!vulnerabilities) {
    process.stdout.write(`! Not audited: the registry returned no report. ${stdout.slice(0, 300)}\n`);
    return;
  }
  process.stdout.write(`Known vulnerabilities: ${JSON.stringify(vulnerabilities)}\n`);
  if (vulnerabilities.critical > 0)
    throw new StartError(`A dependency has a critical vulnerability. Run: npx ${PNPM} audit --prod`);
}

function runNx(...targets) {
  const options = ['--exclude', 'almanac', '--output-style', 'static'];
  return run(process.execPath, [require.resolve('nx/bin/nx.js'), 'run-many', '-t', ...targets, ...options], {
    stdio: 'pipe',
  });
}

/** Lints all projects in one process, which reads the types once. Their TypeScript programs need more than the default heap. */
async function lintEverything() {
  // The rule for imports between projects (tools/lint/boundaries.mjs) reads this file. Without the file it accepts every import.
  await run(process.execPath, [require.resolve('nx/bin/nx.js'), 'graph', '--file', '.nx/graph.json'], {
    stdio: 'pipe',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  const options = ['--max-old-space-size=6144', inModules('eslint/bin/eslint.js'), '--max-warnings', '0'];
  await run(process.execPath, [...options, 'apps', 'examples', 'libs', 'tools']);
}

function checkTypes(project) {
  const state = join(CACHE, `types-${project.replaceAll(/\W+/g, '-')}.tsbuildinfo`);
  return node(inModules('typescript-native/bin/tsc'), ...['-p', project, '--incremental', '--tsBuildInfoFile', state]);
}

const stepsOf = (flags) => ({
  words: () => node(join(ROOT, 'tools/lint/check-words.mjs')),
  unused: () => node(inModules('knip/bin/knip.js'), '--no-progress', '--no-config-hints'),
  format: () =>
    node(
      require.resolve('prettier/bin/prettier.cjs'),
      ...['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content', '.'],
    ),
  types: async () => {
    await checkTypes('.');
    await checkTypes('apps/console');
    await checkTypes('examples/site');
  },
  ...(!flags.static && { 'lint and unit tests': () => runNx('lint', 'unit') }),
  ...(flags.audit && { audit }),
});

async function runTimed(name, step) {
  const startedAt = Date.now();
  await step();
  process.stdout.write(`✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`);
}

async function runSteps(flags) {
  for (const [name, step] of Object.entries(stepsOf(flags))) await runTimed(name, step);
}

async function main() {
  const flags = parseFlags(process.argv.slice(2));
  if (flags.help) {
    process.stdout.write(FLAG_LIST);
    return;
  }
  await installDependencies();
  await Promise.all([runSteps(flags), ...(flags.static ? [runTimed('lint', lintEverything)] : [])]);
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
