import type { HistoryLine } from '../history';
import type { PostHistory, Violation } from './check-post';
import { targetOf } from './targets';

type GaugeLine = Extract<HistoryLine, { type: 'gauge' }>;

/** One post that nobody withdrew or moved: due from an instant on, until it was published. */
interface Wait {
  from: number;
  to: number;
}

/** A worker asks its database some time after it was asked itself; clocks are one, numbers are rounded. */
const ROUNDING_MS = 5;
/** The witness looks as a transaction ends; what it wrote is seen when the disk has it. */
const VISIBLE_AFTER_MS = 1_000;

function waitsOf(posts: readonly PostHistory[]): Wait[] {
  return posts.flatMap((post) => {
    const target = targetOf(post.operations);
    return target ? [{ from: target.dueAt, to: post.runs[0]?.at ?? Infinity }] : [];
  });
}

/**
 * Holds what metrics said against what truly was due and not published between question and answer. For histories in which
 * every schedule was answered and none was withdrawn or moved.
 */
export function checkGauges(gauges: readonly GaugeLine[], posts: readonly PostHistory[]): Violation[] {
  const waits = waitsOf(posts);
  return gauges.flatMap(({ worker, dueCount, oldestAgeMs, sentAt, at }) => {
    const surely = waits.filter(({ from, to }) => from <= sentAt && to > at);
    const perhaps = waits.filter(({ from, to }) => from <= at && to + VISIBLE_AFTER_MS >= sentAt);
    const ages = {
      least: Math.max(0, ...surely.map(({ from }) => sentAt - from)) - ROUNDING_MS,
      most: Math.max(0, ...perhaps.map(({ from }) => at - from)) + ROUNDING_MS,
    };
    const isRight =
      dueCount >= surely.length && dueCount <= perhaps.length && oldestAgeMs >= ages.least && oldestAgeMs <= ages.most;
    if (isRight) return [];
    const truth = `${surely.length} to ${perhaps.length}, ${ages.least} to ${ages.most} ms`;
    return [
      { kind: 'wrong-gauge' as const, postId: worker, detail: `${dueCount}, ${oldestAgeMs} ms; true is ${truth}` },
    ];
  });
}
