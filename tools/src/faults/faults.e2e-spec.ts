import { hasTestRedis, warnAboutMissingRedis } from '@almanac/testing';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Report } from './report';

const HARNESS = resolve(__dirname, '../../dist/faults/main.js');
const queues = hasTestRedis() ? (['redis', 'postgres'] as const) : (['postgres'] as const);
if (!hasTestRedis()) warnAboutMissingRedis('the fault harness');

/** Runs the built harness as a process. */
async function run(...flags: string[]): Promise<Report> {
  if (!existsSync(HARNESS))
    throw new Error('The harness is not built: run `npm test`, which builds, or `npm run build`.');
  const folder = mkdtempSync(join(tmpdir(), 'almanac-faults-report-'));
  const out = join(folder, 'report.json');
  const child = spawn(process.execPath, [HARNESS, ...flags, '--out', out], { stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  await new Promise((ended) => child.once('exit', ended));
  if (!existsSync(out)) throw new Error(stderr);
  const report: Report = JSON.parse(readFileSync(out, 'utf8'));
  rmSync(folder, { recursive: true });
  return report;
}

const MINUTES = 60_000;

describe('a short run of the fault harness', () => {
  it.each(queues)(
    'finds no violation with the queues on %s',
    async (queue) => {
      const size = ['--workers', '2', '--seeds', '2', '--seconds', '4'];
      const report = await run('--scenario', 'random', '--through', 'sql', '--queue', queue, ...size);
      expect(report.details).toEqual([]);
      expect(report.acknowledged).toBeGreaterThan(0);
      expect(report.published).toBeGreaterThan(0);
      expect(report.received).toBeGreaterThan(0);
    },
    5 * MINUTES,
  );

  it(
    'finds every reported date equal to the date of the post, in all time zones of services and database (P11)',
    async () => {
      const report = await run('--scenario', 'zones', '--queue', 'postgres', '--workers', '2', '--seconds', '1');
      expect(report.details).toEqual([]);
      expect(report.instants).toBeGreaterThan(300);
    },
    5 * MINUTES,
  );

  it(
    'finds all posts published after an outage, and each late post named in the log (P10)',
    async () => {
      const report = await run('--scenario', 'short-blackout', '--queue', 'postgres', '--workers', '2');
      expect(report.details).toEqual([]);
      expect(report.faults).toEqual({ blackout: 1 });
      expect(report.rawLatenessMs.max).toBeGreaterThan(5_000);
    },
    5 * MINUTES,
  );
});
