// npm run check: format, lint with boundaries, types, unit tests. `--static` leaves the tests out, `--audit` asks the
// registry about known holes in what runs in production.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installDependencies, run } from './local/prepare.mjs';
import { PNPM, ROOT, StartError } from './local/settings.mjs';

const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
const binary = (name) => join(ROOT, 'node_modules', name);
const node = (script, ...args) => run(process.execPath, [script, ...args], { env });

const AUDIT_TIMEOUT_MS = 60_000;

/** Critical holes fail, lesser ones are counted. A registry that keeps no advisories is said aloud, not passed over. */
function audit() {
  const { stdout } = spawnSync('npx', ['--yes', PNPM, 'audit', '--prod', '--json'], {
    cwd: ROOT,
    encoding: 'utf8',
    timeout: AUDIT_TIMEOUT_MS,
    env,
  });
  const holes = auditedHoles(stdout);
  if (!holes) {
    process.stdout.write(`! NOT AUDITED: the registry answered no advisories. ${stdout.slice(0, 300)}\n`);
    return;
  }
  process.stdout.write(`known holes in dependencies: ${JSON.stringify(holes)}\n`);
  if (holes.critical > 0) throw new StartError(`A dependency has a critical hole: npx ${PNPM} audit --prod`);
}

/** Number of advisories by severity, or nothing when the answer holds none. */
function auditedHoles(answer) {
  try {
    return JSON.parse(answer).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

async function main() {
  await installDependencies();
  const require = createRequire(import.meta.url);
  const isStatic = process.argv.includes('--static');
  const steps = {
    format: () => node(require.resolve('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
    words: () => node(join(ROOT, 'tools/lint/check-words.mjs'), '--warn'),
    // The boundary rule reads the project graph; without one it would quietly pass.
    graph: () =>
      run(process.execPath, [require.resolve('nx/bin/nx.js'), 'graph', '--file', '.nx/graph.json'], {
        stdio: 'pipe',
        env,
      }),
    lint: () => node(binary('eslint/bin/eslint.js'), '--max-warnings', '0', 'apps', 'libs', 'tools'),
    types: () => node(binary('typescript-native/bin/tsc'), '-p', '.'),
    ...(process.argv.includes('--audit') && { audit }),
    ...(!isStatic && { unit: () => node(require.resolve('jest/bin/jest'), '--testPathIgnorePatterns', 'e2e-spec') }),
  };
  for (const [name, step] of Object.entries(steps)) {
    const startedAt = Date.now();
    await step();
    process.stdout.write(`✓ ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`);
  }
}

main().catch((error) => {
  process.stderr.write(`${error instanceof StartError ? error.message : error.stack}\n`);
  process.exit(1);
});
