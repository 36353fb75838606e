// npm run mutation -- <area>: changes the code of an area piece by piece and expects a test to fail for each change.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../local/settings.mjs';
import { areas } from './areas.mjs';

const [name, ...options] = process.argv.slice(2);
const area = areas[name];
if (!area) {
  process.stderr.write(`Usage: npm run mutation -- <${Object.keys(areas).join('|')}> [options of stryker run]\n`);
  process.exit(2);
}

// One PostgreSQL for all runs of the suites.
if (area.needsDatabase && !process.env.TEST_DATABASE_URL) {
  const { default: startPostgres } = await import('../jest/start-postgres.mjs');
  await startPostgres();
}
const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const child = spawn(process.execPath, [stryker, 'run', 'tools/mutation/stryker.config.mjs', ...options], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, MUTATION_AREA: name, MUTATION_TESTS: area.tests.join('\n') },
});
const code = await new Promise((resolve) => child.once('exit', resolve));
if (globalThis.almanacTestServer) {
  const { default: stopPostgres } = await import('../jest/stop-postgres.mjs');
  await stopPostgres();
}
process.exit(code ?? 1);
