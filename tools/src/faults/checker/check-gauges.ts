import type { HistoryLine } from '../history';
import type { PostHistory, Violation } from './check-post';
import { targetOf } from './targets';

type GaugeLine = Extract<HistoryLine, { type: 'gauge' }>;

/** The time in which a post was due and not published, in milliseconds since 1970. */
interface Wait {
  from: number;
  to: number;
}

/** Tolerance for rounded numbers. */
const ROUNDING_MS = 5;
/** The trigger runs before the commit. Within this time after it, the commit is on disk and other connections see the change. */
const VISIBLE_AFTER_MS = 1_000;

function waitsOf(posts: readonly PostHistory[]): Wait[] {
  return posts.flatMap((post) => {
    const target = targetOf(post.operations);
    return target ? [{ from: target.dueAt, to: post.runs[0]?.at ?? Infinity }] : [];
  });
}

/**
 * Compares the gauges that the metrics of workers reported with the posts that were due and not published between the request for the
 * metrics and its response. Only for histories in which all schedules were acknowledged, and no post was withdrawn or rescheduled.
 */
export function checkGauges(gauges: readonly GaugeLine[], posts: readonly PostHistory[]): Violation[] {
  const waits = waitsOf(posts);
  return gauges.flatMap(({ worker, dueCount, oldestAgeMs, sentAt, at }) => {
    // `certain` waits cover the whole time between request and response; `possible` ones cover a part of it.
    const certain = waits.filter(({ from, to }) => from <= sentAt && to > at);
    const possible = waits.filter(({ from, to }) => from <= at && to + VISIBLE_AFTER_MS >= sentAt);
    const ages = {
      least: Math.max(0, ...certain.map(({ from }) => sentAt - from)) - ROUNDING_MS,
      most: Math.max(0, ...possible.map(({ from }) => at - from)) + ROUNDING_MS,
    };
    const isCorrect =
      dueCount >= certain.length &&
      dueCount <= possible.length &&
      oldestAgeMs >= ages.least &&
      oldestAgeMs <= ages.most;
    if (isCorrect) return [];
    const actual = `${certain.length} to ${possible.length}, ${ages.least} to ${ages.most} ms`;
    return [
      { kind: 'wrong-gauge' as const, subject: worker, detail: `${dueCount}, ${oldestAgeMs} ms; actually ${actual}` },
    ];
  });
}
