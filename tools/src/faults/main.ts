// npm run faults -- --seeds N --seconds S: tries to break the promises of scheduling and delivery, and says whether it did.
import { Command, Option } from 'commander';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reportOf } from './report';
import { playSession } from './session';

interface Flags {
  seeds: string;
  firstSeed: string;
  seconds: string;
  rate: string;
  workers: string;
  queue: 'redis' | 'postgres';
  through: 'admin-api' | 'sql';
  only: string[];
  keep: boolean;
  out?: string;
}

const program = new Command('faults')
  .option('--seeds <count>', 'runs, each with a seed of its own', '20')
  .option('--first-seed <number>', 'the seed of the first run; the others count on', '1')
  .option('--seconds <count>', 'length of a run', '10')
  .option('--rate <count>', 'posts scheduled a second', '20')
  .option('--workers <count>', 'worker processes', '3')
  .addOption(new Option('--queue <engine>', 'engine of the queues').choices(['redis', 'postgres']).default('redis'))
  .addOption(
    new Option('--through <client>', 'who takes the schedules; sql for runs shorter than the two minutes of notice')
      .choices(['admin-api', 'sql'])
      .default('admin-api'),
  )
  .option(
    '--only <kinds...>',
    'kinds of faults; all but the long ones (blackout, freeze-worker, redis-away) when not given',
    [],
  )
  .option('--keep', 'keep history and logs', false)
  .option('--out <file>', 'write the report as JSON');

async function main(): Promise<number> {
  const flags = program.parse().opts<Flags>();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'));
  // PostgreSQL runs as nobody when we are root, and must get to its data.
  chmodSync(folder, 0o755);
  const seeds = Array.from({ length: Number(flags.seeds) }, (_, index) => Number(flags.firstSeed) + index);
  const verdict = await playSession({
    ...flags,
    folder,
    seeds,
    seconds: Number(flags.seconds),
    rate: Number(flags.rate),
    workers: Number(flags.workers),
    onProgress: (text) => process.stderr.write(`${text}\n`),
  });
  const report = reportOf(verdict, { queue: flags.queue, workers: Number(flags.workers), runs: seeds.length });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (flags.out) writeFileSync(flags.out, `${JSON.stringify(report)}\n`);
  if (flags.keep || verdict.violations.length > 0) process.stderr.write(`History and logs: ${folder}\n`);
  else rmSync(folder, { recursive: true, force: true });
  return verdict.violations.length > 0 ? 1 : 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(2);
  },
);
