// npm run faults:newsletter -- --members 100000 --queue redis: mails a post while workers are killed. Checks that each subscribed member
// gets the mail, that few get it twice, and that members who have unsubscribed get no mail.
import { Command, Option } from 'commander';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NewsletterReport, runNewsletter } from './newsletter-run';

interface Flags {
  queue: 'redis' | 'postgres';
  members: number;
  workers: number;
  connections: number;
  killEvery: number;
  out?: string;
}

const program = new Command('faults:newsletter')
  .addOption(new Option('--queue <engine>', 'engine of the queues').choices(['redis', 'postgres']).default('postgres'))
  .option('--members <count>', 'number of members', Number, 10_000)
  .option('--workers <count>', 'number of worker processes', Number, 3)
  .option('--connections <count>', 'connections of a worker to the mail server', Number, 10)
  .option('--kill-every <seconds>', 'seconds between two kills', Number, 4)
  .option('--out <file>', 'write the report as JSON');

function isPassed({
  duplicates,
  allowedDuplicates,
  leftOut,
  sentAfterUnsubscribing,
  exits,
}: NewsletterReport): boolean {
  return duplicates <= allowedDuplicates && leftOut === 0 && sentAfterUnsubscribing === 0 && exits === 0;
}

async function main(): Promise<number> {
  const { out, killEvery, ...flags } = program.parse().opts<Flags>();
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-'));
  // If the harness runs as root, PostgreSQL runs as nobody:nogroup, and needs access to its data in this folder.
  chmodSync(folder, 0o755);
  const report = await runNewsletter({
    ...flags,
    folder,
    killEveryMs: killEvery * 1_000,
    onProgress: (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (out) writeFileSync(out, `${JSON.stringify(report)}\n`);
  if (!isPassed(report)) {
    process.stderr.write(`Logs: ${folder}\n`);
    return 1;
  }
  rmSync(folder, { recursive: true, force: true });
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(2);
  },
);
