// npm run mutation -- <area>: runs Stryker, which changes the code of an area at one place after the other. For each change (mutant) a test
// should fail.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../local/settings.mjs';
import { areas } from './areas.mjs';
import { describeScore } from './score.mjs';

const USAGE = `Usage: npm run mutation -- <${Object.keys(areas).join('|')}> [--sample <mutants in 100>] [--seed <number>] [--survivors] [-- options of stryker run]

--sample     run only this many of each 100 mutants, spread evenly over the files; another --seed (default 1) selects other mutants
--survivors  run the mutants for which no test failed in the last run of the area
`;

const { values, positionals } = parseArgs({
  options: { sample: { type: 'string' }, seed: { type: 'string', default: '1' }, survivors: { type: 'boolean' } },
  allowPositionals: true,
});
const [name, ...options] = positionals;
const area = areas[name];
const percent = Number(values.sample ?? 100);
if (!area || !(percent > 0 && percent <= 100)) {
  process.stderr.write(USAGE);
  process.exit(2);
}

const report = `.almanac/mutation/${name}.json`;
const survivorsReport = `.almanac/mutation/${name}-survivors.json`;
const env = {
  ...process.env,
  MUTATION_AREA: name,
  MUTATION_TESTS: area.tests.join('\n'),
  MUTATION_REPORT: values.survivors ? survivorsReport : report,
  ...(percent < 100 && { MUTATION_SHARE: String(percent / 100), MUTATION_SEED: values.seed }),
  ...(values.survivors && { MUTATION_SURVIVORS_OF: join(ROOT, report) }),
};

// The runs of the suites share one PostgreSQL.
if (area.needsDatabase && !process.env.TEST_DATABASE_URL) {
  const { default: startPostgres } = await import('../jest/start-postgres.mjs');
  await startPostgres();
  env.TEST_DATABASE_URL = process.env.TEST_DATABASE_URL;
}
const stryker = join(ROOT, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const child = spawn(process.execPath, [stryker, 'run', 'tools/mutation/stryker.config.mjs', ...options], {
  cwd: ROOT,
  stdio: 'inherit',
  env,
});
const code = await new Promise((resolve) => child.once('exit', resolve));
if (globalThis.almanacTestServer) {
  const { default: stopPostgres } = await import('../jest/stop-postgres.mjs');
  await stopPostgres();
}
const writtenReport = join(ROOT, env.MUTATION_REPORT);
if (existsSync(writtenReport)) {
  const sample = percent < 100 ? `Sample of ${percent} in 100 mutants with seed ${values.seed}. ` : '';
  process.stdout.write(`${sample}${describeScore(JSON.parse(readFileSync(writtenReport, 'utf8')))}\n`);
}
process.exit(code ?? 1);
