import { quantile } from './checker/lateness';
import type { Verdict } from './checker/checker';

/** A figure of a run and its upper or lower limit. */
export interface Limit {
  /** The requirement in words, e.g. `lateness p99 ≤ 500 ms`. */
  what: string;
  figure(verdict: Verdict): number;
  atMost?: number;
  atLeast?: number;
}

export interface Measured {
  what: string;
  figure: number;
  isMet: boolean;
}

/** Lateness from the due time, or from the end of an outage in which no worker could publish. */
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

/** Time from the publication of a post to the arrival of its webhook, including outages. */
export function deliveryAtMost(share: number, atMost: number): Limit {
  return {
    what: `publishing to webhook ${share === 1 ? 'max' : `p${share * 100}`} ≤ ${atMost} ms`,
    figure: ({ deliveryMs }) => Math.round(quantile(deliveryMs, share)),
    atMost,
  };
}

export function faultsAtLeast(kind: string, atLeast: number): Limit {
  return { what: `${kind} ≥ ${atLeast}`, figure: ({ faults }) => faults.get(kind) ?? 0, atLeast };
}

export function acknowledgedAtLeast(atLeast: number): Limit {
  return { what: `acknowledged ≥ ${atLeast}`, figure: ({ acknowledged }) => acknowledged, atLeast };
}

/** Requests sent around the due time that got a response, success or refusal. */
export function racesAtLeast(atLeast: number): Limit {
  return {
    what: `races with a response ≥ ${atLeast}`,
    figure: ({ races }) => [...races.values()].reduce((sum, { ok, refused }) => sum + ok + refused, 0),
    atLeast,
  };
}

export function instantsAtLeast(atLeast: number): Limit {
  return { what: `instants ≥ ${atLeast}`, figure: ({ instants }) => instants, atLeast };
}

export const noExit: Limit = { what: 'services that exited ≤ 0', figure: ({ exits }) => exits, atMost: 0 };

export const noViolation: Limit = {
  what: 'violations ≤ 0',
  figure: ({ violations }) => violations.length,
  atMost: 0,
};

/** The metrics reported an overdue post of at least this age, so the scenario had something to report. */
export function ageSeenAtLeast(atLeast: number): Limit {
  return { what: `oldest age seen ≥ ${atLeast} ms`, figure: ({ gauges }) => Math.round(gauges.oldestAgeMs), atLeast };
}

/** Compares the figures of a verdict with the limits. */
export function measure(limits: readonly Limit[], verdict: Verdict): Measured[] {
  return limits.map(({ what, figure, atMost = Infinity, atLeast = -Infinity }) => {
    const value = figure(verdict);
    return { what, figure: value, isMet: value <= atMost && value >= atLeast };
  });
}
