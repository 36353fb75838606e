import { quantile } from './checker/lateness';
import type { Verdict } from './checker/checker';

/** A figure of a promise, and what it must not be above or below. */
export interface Bar {
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

/** From the due moment, or from the end of an outage that covered it: when everybody who could publish was away. */
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

/** From the publishing of a post to the arrival of its webhook, whatever was away meanwhile. */
export function deliveryAtMost(share: number, atMost: number): Bar {
  return {
    what: `publishing to webhook ${share === 1 ? 'max' : `p${share * 100}`} ≤ ${atMost} ms`,
    figure: ({ deliveryMs }) => Math.round(quantile(deliveryMs, share)),
    atMost,
  };
}

export function strikesAtLeast(kind: string, atLeast: number): Bar {
  return { what: `${kind} ≥ ${atLeast}`, figure: ({ faults }) => faults.get(kind) ?? 0, atLeast };
}

export function acknowledgedAtLeast(atLeast: number): Bar {
  return { what: `acknowledged ≥ ${atLeast}`, figure: ({ acknowledged }) => acknowledged, atLeast };
}

/** Requests that raced with the fire and were answered, one way or the other. */
export function racesAtLeast(atLeast: number): Bar {
  return {
    what: `races answered ≥ ${atLeast}`,
    figure: ({ races }) => [...races.values()].reduce((sum, { ok, refused }) => sum + ok + refused, 0),
    atLeast,
  };
}

export function instantsAtLeast(atLeast: number): Bar {
  return { what: `instants ≥ ${atLeast}`, figure: ({ instants }) => instants, atLeast };
}

export const noExit: Bar = { what: 'services that ended by themselves ≤ 0', figure: ({ exits }) => exits, atMost: 0 };

export const noViolation: Bar = {
  what: 'violations ≤ 0',
  figure: ({ violations }) => violations.length,
  atMost: 0,
};

/** The oldest due post the metrics told of was at least this old: something was there to be seen. */
export function ageSeenAtLeast(atLeast: number): Bar {
  return { what: `oldest age seen ≥ ${atLeast} ms`, figure: ({ gauges }) => Math.round(gauges.oldestAgeMs), atLeast };
}

/** Reads the figures off a verdict. */
export function measure(bars: readonly Bar[], verdict: Verdict): Measured[] {
  return bars.map(({ what, figure, atMost = Infinity, atLeast = -Infinity }) => {
    const value = figure(verdict);
    return { what, figure: value, isMet: value <= atMost && value >= atLeast };
  });
}
