// npm run check: format, lint with boundaries, types, unit tests. `--static` leaves the tests out.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installDependencies, run } from './local/prepare.mjs';
import { ROOT, StartError } from './local/settings.mjs';

const env = { ...process.env, NX_DAEMON: 'false', NX_NO_CLOUD: 'true' };
const binary = (name) => join(ROOT, 'node_modules', name);
const node = (script, ...args) => run(process.execPath, [script, ...args], { env });

async function main() {
  await installDependencies();
  const require = createRequire(import.meta.url);
  const isStatic = process.argv.includes('--static');
  const steps = {
    format: () => node(require.resolve('prettier/bin/prettier.cjs'), '--check', '--log-level', 'warn', '.'),
    // The boundary rule reads the project graph; without one it would quietly pass.
    graph: () =>
      run(process.execPath, [require.resolve('nx/bin/nx.js'), 'graph', '--file', '.nx/graph.json'], {
        stdio: 'pipe',
        env,
      }),
    lint: () => node(binary('eslint/bin/eslint.js'), '--max-warnings', '0', 'apps', 'libs', 'tools'),
    types: () => node(binary('typescript-native/bin/tsc'), '-p', '.'),
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
