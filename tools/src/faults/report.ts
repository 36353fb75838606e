import { loadavg } from 'node:os';
import { type Limit, measure, type Measured } from './limits';
import type { RaceOutcomes, Verdict } from './checker/checker';
import { quantile } from './checker/lateness';

/** The number of values, and their quantiles as whole milliseconds. */
interface Quantiles {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

/** The result of a run, as `npm run faults` prints it. */
export interface Report {
  scenario: string;
  promise: string;
  queue: string;
  workers: number;
  runs: number;
  /** The load average of one minute at the end of the run. On a busy machine, the lateness is not meaningful. */
  load: number;
  /** The figures that have a limit. */
  limits: Measured[];
  /** Acknowledged schedules, publications, and received webhooks of publications. */
  acknowledged: number;
  published: number;
  received: number;
  /** The number of changes of posts, by operation and outcome. */
  races: Record<string, RaceOutcomes>;
  /** The number of faults by kind. */
  faults: Record<string, number>;
  /** Posts whose dates are around clock changes. */
  instants: number;
  /** Services that exited and were started again. */
  exits: number;
  /** The number of violations by kind. */
  violations: Record<string, number>;
  /** Descriptions of the first violations. */
  details: string[];
  /** From the due time, or from the end of an outage, to the publication. */
  latenessMs: Quantiles;
  /** From the due time to the publication, including outages. */
  rawLatenessMs: Quantiles;
  /** `latenessMs` by the fault that was active at the due time. */
  latenessByFaultMs: Record<string, Quantiles>;
  /** From the publication of a post to the arrival of its webhook. */
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

/** The report about a verdict. @param about the settings of the run */
export function reportOf(
  verdict: Verdict,
  limits: readonly Limit[],
  about: Pick<Report, 'scenario' | 'promise' | 'queue' | 'workers' | 'runs'>,
): Report {
  const violations: Record<string, number> = {};
  for (const { kind } of verdict.violations) violations[kind] = (violations[kind] ?? 0) + 1;
  return {
    ...about,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    limits: measure(limits, verdict),
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
      .map(({ kind, subject, detail }) => `${kind} ${subject}: ${detail}`),
    latenessMs: quantilesOf(verdict.lateness.map(({ afterOutageMs }) => afterOutageMs)),
    rawLatenessMs: quantilesOf(verdict.lateness.map(({ rawMs }) => rawMs)),
    latenessByFaultMs: latenessByFault(verdict),
    deliveryMs: quantilesOf(verdict.deliveryMs),
    ...(verdict.gauges.scrapes > 0 && { gauges: verdict.gauges }),
  };
}
