import { loadavg } from 'node:os';
import { quantile, type Verdict } from './checker';

/** Milliseconds, as they are told. */
interface Quantiles {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export interface Report {
  queue: string;
  workers: number;
  runs: number;
  /** Processes that wanted the CPU, by the minute, as the run ended: lateness on a busy machine says little. */
  load: number;
  acknowledged: number;
  published: number;
  races: number;
  received: number;
  violations: Record<string, number>;
  /** The first few, in words. */
  details: string[];
  /** From the due moment, or from the end of an outage that covered it. */
  latenessMs: Quantiles;
  /** The same by the fault that was at work when the post fell due. */
  latenessByFaultMs: Record<string, Quantiles>;
}

const shownDetails = 10;

function quantilesOf(numbers: number[]): Quantiles {
  const rounded = (share: number): number => Math.round(quantile(numbers, share));
  return { count: numbers.length, p50: rounded(0.5), p99: rounded(0.99), max: rounded(1) };
}

/** Sums a verdict up. */
export function reportOf(verdict: Verdict, about: Pick<Report, 'queue' | 'workers' | 'runs'>): Report {
  const violations: Record<string, number> = {};
  for (const { kind } of verdict.violations) violations[kind] = (violations[kind] ?? 0) + 1;
  return {
    ...about,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    acknowledged: verdict.acknowledged,
    published: verdict.published,
    races: verdict.races,
    received: verdict.received,
    violations,
    details: verdict.violations
      .slice(0, shownDetails)
      .map(({ kind, postId, detail }) => `${kind} ${postId}: ${detail}`),
    latenessMs: quantilesOf(verdict.lateness),
    latenessByFaultMs: Object.fromEntries(
      [...verdict.latenessByFault].map(([kind, lateness]) => [kind, quantilesOf(lateness)]),
    ),
  };
}
