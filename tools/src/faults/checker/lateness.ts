import type { HistoryLine } from '../history';
import type { PostHistory } from './check-post';
import { dueAtOf } from './targets';

export type FaultLine = Extract<HistoryLine, { type: 'fault' }>;

/** The lateness of one publication. */
export interface Lateness {
  postId: string;
  /** Milliseconds from the due time to the publication, or from the end of the last outage that overlaps with this time. */
  afterOutageMs: number;
  /** Milliseconds after the due time, including outages. */
  rawMs: number;
  /** The kind of fault that was active at the due time, or `none`. */
  fault: string;
}

/** A fault counts as active for this time after its end, while processes start and connect again. */
const AFTERMATH_MS = 3_000;

/** The milliseconds from the due time, or from the end of the last outage that overlaps with the delay, to the publication. */
function afterOutages(dueAt: number, publishedAt: number, outages: readonly FaultLine[]): number {
  const outageEnds = outages.filter(({ from, to }) => from <= publishedAt && to >= dueAt).map(({ to }) => to);
  return publishedAt - Math.min(publishedAt, Math.max(dueAt, ...outageEnds));
}

/** The lateness of each publication of a post. If several due times are possible, it counts from the latest. */
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

/** The quantile `share` (from 0 to 1) of the numbers; 0 without numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
