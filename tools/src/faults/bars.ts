import { quantile } from './checker/lateness';
import type { Verdict } from './checker/checker';

/** A figure of a run and its upper or lower limit. */
export interface Bar {
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
export function latenessAtMost(share: number, atMost: number): Bar {
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
export function deliveryAtMost(share: number, atMost: number): Bar {
  return {
    what: `publishing to webhook ${share === 1 ? 'max' : `p${share * 100}`} ≤ ${atMost} ms`,
    figure: ({ deliveryMs }) => Math.round(quantile(deliveryMs, share)),
    atMost,
  };
}

export function faultsAtLeast(kind: string, atLeast: number): Bar {
  return { what: `${kind} ≥ ${atLeast}`, figure: ({ faults }) => faults.get(kind) ?? 0, atLeast };
}

export function acknowledgedAtLeast(atLeast: number): Bar {
  return { what: `acknowledged ≥ ${atLeast}`, figure: ({ acknowledged }) => acknowledged, atLeast };
}

/** Requests sent around the due time that got a response, success or refusal. */
export function racesAtLeast(atLeast: number): Bar {
  return {
    what: `races with a response ≥ ${atLeast}`,
    figure: ({ races }) => [...races.values()].reduce((sum, { ok, refused }) => sum + ok + refused, 0),
    atLeast,
  };
}

export function instantsAtLeast(atLeast: number): Bar {
  return { what: `instants ≥ ${atLeast}`, figure: ({ instants }) => instants, atLeast };
}

export const noExit: Bar = { what: 'services that exited ≤ 0', figure: ({ exits }) => exits, atMost: 0 };

export const noViolation: Bar = {
  what: 'violations ≤ 0',
  figure: ({ violations }) => violations.length,
  atMost: 0,
};

/** The metrics reported an overdue post of at least this age, so the scenario had something to report. */
export function ageSeenAtLeast(atLeast: number): Bar {
  return { what: `oldest age seen ≥ ${atLeast} ms`, figure: ({ gauges }) => Math.round(gauges.oldestAgeMs), atLeast };
}

/** Compares the figures of a verdict with the bars. */
export function measure(bars: readonly Bar[], verdict: Verdict): Measured[] {
  return bars.map(({ what, figure, atMost = Infinity, atLeast = -Infinity }) => {
    const value = figure(verdict);
    return { what, figure: value, isMet: value <= atMost && value >= atLeast };
  });
}
