import type { HistoryLine } from '../history';
import type { PostHistory } from './check-post';
import { dueAtOf } from './targets';

export type FaultLine = Extract<HistoryLine, { type: 'fault' }>;

/** How late a post was published. */
export interface Lateness {
  postId: string;
  /** Milliseconds after the due moment, or after the end of an outage that covered it. */
  afterOutageMs: number;
  /** Milliseconds after the due moment, whatever happened meanwhile. */
  rawMs: number;
  /** The kind of fault that was at work when the post fell due, or `none`. */
  fault: string;
}

/** What falls due this shortly after a fault still feels it: processes come up, connections come back. */
const AFTERMATH_MS = 3_000;

function afterOutages(dueAt: number, publishedAt: number, outages: readonly FaultLine[]): number {
  const excused = outages.filter(({ from, to }) => from <= publishedAt && to >= dueAt).map(({ to }) => to);
  return publishedAt - Math.min(publishedAt, Math.max(dueAt, ...excused));
}

/** The lateness of each time a post was published. */
export function latenessOf({ postId, operations, runs }: PostHistory, faults: readonly FaultLine[]): Lateness[] {
  const outages = faults.filter(({ isOutage }) => isOutage);
  return runs.flatMap(({ at }) => {
    const due = dueAtOf(operations, at);
    if (due.length === 0) return [];
    const dueAt = Math.max(...due);
    return {
      postId,
      afterOutageMs: afterOutages(dueAt, at, outages),
      rawMs: at - dueAt,
      fault: faults.find(({ from, to }) => from <= dueAt && dueAt <= to + AFTERMATH_MS)?.kind ?? 'none',
    };
  });
}

/** The value below which the given share of the numbers lies; 0 when there are none. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
