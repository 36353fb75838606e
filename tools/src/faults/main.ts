// npm run faults -- --scenario S: tries to break the promises of scheduling and delivery, and says whether it did.
import { Command, InvalidArgumentError, Option } from 'commander';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportOf } from './report';
import { type Scenario, scenarios, type Through } from './scenarios';
import { playSession } from './session';

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
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('A whole number from 1 up is needed.');
  return number;
}

const LIST_OF_SCENARIOS = Object.entries(scenarios)
  .map(([name, { promise, about }]) => `  ${name.padEnd(19)} ${promise.padEnd(4)} ${about}`)
  .join('\n');

const program = new Command('faults')
  .addOption(
    new Option('--scenario <name>', 'what is done, see below').choices(Object.keys(scenarios)).default('random'),
  )
  .addOption(new Option('--queue <engine>', 'engine of the queues').choices(['redis', 'postgres']).default('redis'))
  .option('--seeds <count>', 'runs, each with a seed of its own', count)
  .option('--first-seed <number>', 'the seed of the first run; the others count on', count, 1)
  .option('--seconds <count>', 'length of a run', count)
  .option('--rate <count>', 'posts scheduled a second', count)
  .option('--workers <count>', 'worker processes', count)
  .addOption(
    new Option(
      '--through <client>',
      'who takes the schedules; sql for runs shorter than the two minutes of notice',
    ).choices(['admin-api', 'sql']),
  )
  .option('--only <kinds...>', 'kinds of faults')
  .option('--keep', 'keep history and logs', false)
  .option('--out <file>', 'write the report as JSON')
  .addHelpText(
    'after',
    `\nScenarios, with the promise each is for; options change what a scenario sets:\n${LIST_OF_SCENARIOS}`,
  );

/** The scenario that was named, with what was given in place of its own settings. */
function chosenScenario({ scenario: name, ...flags }: Flags): Scenario {
  const scenario = scenarios[name];
  if (!scenario) throw new Error(`There is no scenario ${name}.`);
  const { seeds, seconds, rate, workers, through, only } = flags;
  const given = Object.entries({ seeds, seconds, rate, workers, through, only });
  return { ...scenario, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) };
}

async function main(): Promise<number> {
  const flags = program.parse().opts<Flags>();
  const scenario = chosenScenario(flags);
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'));
  // PostgreSQL runs as nobody when we are root, and must get to its data.
  chmodSync(folder, 0o755);
  const verdict = await playSession({
    folder,
    queue: flags.queue,
    scenario,
    firstSeed: flags.firstSeed,
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const report = reportOf(verdict, scenario.bars, {
    scenario: flags.scenario,
    promise: scenario.promise,
    queue: flags.queue,
    workers: scenario.workers,
    runs: scenario.seeds,
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (flags.out) writeFileSync(flags.out, `${JSON.stringify(report)}\n`);
  const isKept = report.bars.every(({ isMet }) => isMet);
  if (flags.keep || !isKept) process.stderr.write(`History and logs: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
  return isKept ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(2);
  },
);
