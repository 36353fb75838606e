// npm run faults -- --scenario <name>: injects faults and checks the promises of scheduling and delivery, which
// apps/scheduler-worker/README.md lists. Exits with 1 if a promise is broken or a limit is not met.
import { Command, InvalidArgumentError, Option } from 'commander';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportOf } from './report';
import { type Scenario, scenarios, type Through } from './scenarios';
import { runSession } from './session';

interface Flags {
  scenario: string;
  queue: 'redis' | 'postgres';
  firstSeed: number;
  seeds?: number;
  seconds?: number;
  rate?: number;
  workers?: number;
  through?: Through;
  only?: string[];
  keep: boolean;
  out?: string;
}

function count(given: string): number {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('Give a whole number of at least 1.');
  return number;
}

const LIST_OF_SCENARIOS = Object.entries(scenarios)
  .map(([name, { promise, about }]) => `  ${name.padEnd(19)} ${promise.padEnd(4)} ${about}`)
  .join('\n');

const program = new Command('faults')
  .addOption(new Option('--scenario <name>', 'see below').choices(Object.keys(scenarios)).default('random'))
  .addOption(new Option('--queue <engine>', 'engine of the queues').choices(['redis', 'postgres']).default('redis'))
  .option('--seeds <count>', 'number of runs, each with its own seed', count)
  .option('--first-seed <number>', 'seed of the first run; it increases by one per run', count, 1)
  .option('--seconds <count>', 'duration of a run in seconds', count)
  .option('--rate <count>', 'number of posts to schedule per second', count)
  .option('--workers <count>', 'number of worker processes', count)
  .addOption(
    new Option(
      '--through <client>',
      'how posts are scheduled; sql allows due times less than two minutes ahead',
    ).choices(['admin-api', 'sql']),
  )
  .option('--only <kinds...>', 'kinds of faults')
  .option('--keep', 'keep history and logs', false)
  .option('--out <file>', 'write the report as JSON')
  .addHelpText(
    'after',
    `\nScenarios with the promise they test. Options override the settings of a scenario:\n${LIST_OF_SCENARIOS}`,
  );

/** The named scenario. Given options replace its settings. */
function scenarioFor({ scenario: name, ...flags }: Flags): Scenario {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`Unknown scenario: ${name}.`);
  const { seeds, seconds, rate, workers, through, only } = flags;
  const given = Object.entries({ seeds, seconds, rate, workers, through, only });
  return { ...scenario, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

async function main(): Promise<number> {
  const flags = program.parse().opts<Flags>();
  const scenario = scenarioFor(flags);
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'));
  // If the harness runs as root, PostgreSQL runs as nobody:nogroup, and needs access to its data in this folder.
  chmodSync(folder, 0o755);
  const verdict = await runSession({
    folder,
    queue: flags.queue,
    scenario,
    firstSeed: flags.firstSeed,
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const report = reportOf(verdict, scenario.limits, {
    scenario: flags.scenario,
    promise: scenario.promise,
    queue: flags.queue,
    workers: scenario.workers,
    runs: scenario.seeds,
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (flags.out) writeFileSync(flags.out, `${JSON.stringify(report)}\n`);
  const isPassed = report.limits.every(({ isMet }) => isMet);
  if (flags.keep || !isPassed) process.stderr.write(`History and logs: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
  return isPassed ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(2);
  },
);
