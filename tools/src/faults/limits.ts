import { quantile } from './checker/lateness';
import type { Verdict } from './checker/checker';

/** A figure of a run that has an upper or a lower limit. */
export interface Limit {
  /** The requirement in words, e.g. `lateness p99 ≤ 500 ms`. */
  what: string;
  /** Computes the figure. */
  figure(verdict: Verdict): number;
  atMost?: number;
  atLeast?: number;
}

/** The figure of a limit in a run, and whether it is within the limits. */
export interface Measured {
  what: string;
  figure: number;
  isMet: boolean;
}

/**
 * A limit for a quantile of the lateness. Lateness counts from the due time, or from the end of an outage in which no worker could publish.
 * @param share the quantile from 0 to 1; 1 is the maximum
 * @param atMost milliseconds
 */
export function latenessAtMost(share: number, atMost: number): Limit {
  return {
    what: `lateness ${share === 1 ? 'max' : `p${share * 100}`} ≤ ${atMost} ms`,
    figure: ({ lateness }) =>
      Math.round(
        quantile(
          lateness.map(({ afterOutageMs }) => afterOutageMs),
          share,
        ),
      ),
    atMost,
  };
}

/** A limit for a quantile (`share`) of the time from the publication of a post to the arrival of its webhook, including outages. */
export function deliveryAtMost(share: number, atMost: number): Limit {
  return {
    what: `publishing to webhook ${share === 1 ? 'max' : `p${share * 100}`} ≤ ${atMost} ms`,
    figure: ({ deliveryMs }) => Math.round(quantile(deliveryMs, share)),
    atMost,
  };
}

/** A limit for the number of injected faults of a kind. */
export function faultsAtLeast(kind: string, atLeast: number): Limit {
  return { what: `${kind} ≥ ${atLeast}`, figure: ({ faults }) => faults.get(kind) ?? 0, atLeast };
}

/** A limit for the number of acknowledged schedules. */
export function acknowledgedAtLeast(atLeast: number): Limit {
  return { what: `acknowledged ≥ ${atLeast}`, figure: ({ acknowledged }) => acknowledged, atLeast };
}

/** A limit for the number of changes of posts that got a response, whether a success or a refusal. */
export function racesAtLeast(atLeast: number): Limit {
  return {
    what: `races with a response ≥ ${atLeast}`,
    figure: ({ races }) => [...races.values()].reduce((sum, { ok, refused }) => sum + ok + refused, 0),
    atLeast,
  };
}

/** A limit for the number of posts with dates around clock changes. */
export function instantsAtLeast(atLeast: number): Limit {
  return { what: `instants ≥ ${atLeast}`, figure: ({ instants }) => instants, atLeast };
}

export const noExit: Limit = { what: 'services that exited ≤ 0', figure: ({ exits }) => exits, atMost: 0 };

export const noViolation: Limit = {
  what: 'violations ≤ 0',
  figure: ({ violations }) => violations.length,
  atMost: 0,
};

/** A limit for the age of the oldest overdue post in the metrics, in milliseconds. It shows that posts were overdue during the run. */
export function ageSeenAtLeast(atLeast: number): Limit {
  return { what: `oldest age seen ≥ ${atLeast} ms`, figure: ({ gauges }) => Math.round(gauges.oldestAgeMs), atLeast };
}

/** Computes the figures of a verdict and compares them with the limits. */
export function measure(limits: readonly Limit[], verdict: Verdict): Measured[] {
  return limits.map(({ what, figure, atMost = Infinity, atLeast = -Infinity }) => {
    const value = figure(verdict);
    return { what, figure: value, isMet: value <= atMost && value >= atLeast };
  });
}
