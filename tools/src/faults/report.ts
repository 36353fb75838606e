import { loadavg } from 'node:os';
import { type Bar, measure, type Measured } from './bars';
import type { RaceOutcomes, Verdict } from './checker/checker';
import { quantile } from './checker/lateness';

/** Milliseconds, as they are told. */
interface Quantiles {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export interface Report {
  scenario: string;
  promise: string;
  queue: string;
  workers: number;
  runs: number;
  /** Processes that wanted the CPU, by the minute, as the run ended: lateness on a busy machine says little. */
  load: number;
  /** The figures the scenario is held to. */
  bars: Measured[];
  acknowledged: number;
  published: number;
  received: number;
  /** Requests that raced with the fire, by kind and by how they ended. */
  races: Record<string, RaceOutcomes>;
  /** How often each kind of fault struck. */
  faults: Record<string, number>;
  /** Posts dated at odd moments. */
  instants: number;
  /** Services that ended by themselves, and were started again. */
  exits: number;
  violations: Record<string, number>;
  /** The first few, in words. */
  details: string[];
  /** From the due moment, or from the end of an outage that covered it. */
  latenessMs: Quantiles;
  /** From the due moment, outage or not. */
  rawLatenessMs: Quantiles;
  /** The first by the fault that was at work when the post fell due. */
  latenessByFaultMs: Record<string, Quantiles>;
  /** From the publishing of a post to the arrival of its webhook. */
  deliveryMs: Quantiles;
  gauges?: Verdict['gauges'];
}

const SHOWN_DETAILS = 10;

function quantilesOf(numbers: readonly number[]): Quantiles {
  const rounded = (share: number): number => Math.round(quantile(numbers, share));
  return { count: numbers.length, p50: rounded(0.5), p99: rounded(0.99), max: rounded(1) };
}

function latenessByFault({ lateness }: Verdict): Record<string, Quantiles> {
  const kinds = [...new Set(lateness.map(({ fault }) => fault))].sort();
  const timesOf = (kind: string): number[] =>
    lateness.filter(({ fault }) => fault === kind).map(({ afterOutageMs }) => afterOutageMs);
  return Object.fromEntries(kinds.map((kind) => [kind, quantilesOf(timesOf(kind))]));
}

/** Sums a verdict up. */
export function reportOf(
  verdict: Verdict,
  bars: readonly Bar[],
  about: Pick<Report, 'scenario' | 'promise' | 'queue' | 'workers' | 'runs'>,
): Report {
  const violations: Record<string, number> = {};
  for (const { kind } of verdict.violations) violations[kind] = (violations[kind] ?? 0) + 1;
  return {
    ...about,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    bars: measure(bars, verdict),
    acknowledged: verdict.acknowledged,
    published: verdict.published,
    received: verdict.received,
    races: Object.fromEntries(verdict.races),
    faults: Object.fromEntries(verdict.faults),
    instants: verdict.instants,
    exits: verdict.exits,
    violations,
    details: verdict.violations
      .slice(0, SHOWN_DETAILS)
      .map(({ kind, postId, detail }) => `${kind} ${postId}: ${detail}`),
    latenessMs: quantilesOf(verdict.lateness.map(({ afterOutageMs }) => afterOutageMs)),
    rawLatenessMs: quantilesOf(verdict.lateness.map(({ rawMs }) => rawMs)),
    latenessByFaultMs: latenessByFault(verdict),
    deliveryMs: quantilesOf(verdict.deliveryMs),
    ...(verdict.gauges.asked > 0 && { gauges: verdict.gauges }),
  };
}
