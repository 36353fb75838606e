import type { HistoryLine, Operation } from '../history';
import { checkGauges } from './check-gauges';
import { checkInstants } from './check-instants';
import { checkPost, type PostHistory, type Violation } from './check-post';
import { type Lateness, latenessOf } from './lateness';

/** How the requests of one kind that raced with the fire ended. */
export type RaceOutcomes = Record<'ok' | 'refused' | 'unknown', number>;

/** What the checker found in one run. */
export interface Verdict {
  acknowledged: number;
  published: number;
  /** Outbox rows of being published that reached the receiver. */
  received: number;
  violations: Violation[];
  lateness: Lateness[];
  /** Milliseconds from the publishing of a post to the first arrival of its webhook. */
  deliveryMs: number[];
  races: Map<Operation, RaceOutcomes>;
  /** Posts dated at odd moments. */
  instants: number;
  /** How often each kind of fault struck. */
  faults: Map<string, number>;
  /** Services that ended by themselves. */
  exits: number;
  /** What metrics said at worst, and how often they were asked. */
  gauges: { asked: number; mostDue: number; oldestAgeMs: number };
}

type LineOf<T extends HistoryLine['type']> = Extract<HistoryLine, { type: T }>;

/** Later than this, the log must say so. Its own bar is 2 s, taken as the transaction begins; the witness looks as it ends. */
const MARKED_AFTER_MS = 3_000;

function groupBy<T, K>(items: readonly T[], key: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/** Puts together what the history tells of each post. */
function postHistories(of: <T extends HistoryLine['type']>(type: T) => LineOf<T>[]): PostHistory[] {
  const operations = groupBy(of('operation'), ({ postId }) => postId);
  const runs = groupBy(
    of('transition').filter(({ to }) => to === 'published'),
    ({ postId }) => postId,
  );
  const outboxEvents = groupBy(publishedEvents(of('outboxEvent')), ({ postId }) => postId);
  const finals = new Map(of('post').map((line) => [line.postId, line]));
  const endAt = of('end')[0]?.at ?? Infinity;
  // A schedule whose answer was lost has no id to its name.
  const ids = new Set([...operations.keys(), ...runs.keys(), ...outboxEvents.keys()].filter(Boolean));
  return [...ids].map((postId) => {
    const final = finals.get(postId);
    return {
      postId,
      operations: operations.get(postId) ?? [],
      runs: runs.get(postId) ?? [],
      outboxEvents: outboxEvents.get(postId) ?? [],
      ...(final && { final }),
      endAt,
    };
  });
}

function publishedEvents(outboxEvents: readonly LineOf<'outboxEvent'>[]): LineOf<'outboxEvent'>[] {
  return outboxEvents.filter(({ event }) => event === 'post.published');
}

function racesOf(operations: readonly LineOf<'operation'>[]): Verdict['races'] {
  const races: Verdict['races'] = new Map();
  for (const { operation, outcome } of operations) {
    if (operation === 'schedule') continue;
    const outcomes = races.get(operation) ?? { ok: 0, refused: 0, unknown: 0 };
    outcomes[outcome] += 1;
    races.set(operation, outcomes);
  }
  return races;
}

/** What came late because everything was away is marked in the log; where a kill may have cut the log off, nobody asks. */
function checkMarks(lateness: readonly Lateness[], marked: ReadonlySet<string>): Violation[] {
  return lateness
    .filter(({ fault, rawMs, postId }) => fault === 'blackout' && rawMs > MARKED_AFTER_MS && !marked.has(postId))
    .map(({ postId, rawMs }) => ({ kind: 'unmarked', postId, detail: `${rawMs} ms late, not marked in the log` }));
}

/** Of posts that were published once: for others it is open which publishing an outbox row tells of. */
function deliveryTimes(posts: readonly PostHistory[], received: readonly LineOf<'received'>[]): number[] {
  const firstArrival = new Map<string, number>();
  for (const { outboxEventId, at } of received) {
    if (!firstArrival.has(outboxEventId)) firstArrival.set(outboxEventId, at);
  }
  return posts.flatMap(({ runs: [run, ...moreRuns], outboxEvents: [outboxEvent] }) => {
    const arrivedAt = outboxEvent && firstArrival.get(outboxEvent.id);
    return run && arrivedAt !== undefined && moreRuns.length === 0 ? [arrivedAt - run.at] : [];
  });
}

/**
 * Holds a history against the promises: every acknowledged schedule has exactly one run, none before it was due, none
 * after a withdrawal that was acknowledged; no edit is lost; each run has exactly one outbox row, and each row reached the
 * receiver. Knows nothing of the product: targets come from the clients' answers, runs from a trigger of the database.
 */
export function check(lines: readonly HistoryLine[]): Verdict {
  const of = <T extends HistoryLine['type']>(type: T): LineOf<T>[] =>
    lines.filter((line): line is LineOf<T> => line.type === type);
  const posts = postHistories(of);
  const faults = of('fault');
  const gauges = of('gauge');
  const lateness = posts.flatMap((post) => latenessOf(post, faults));
  const received = new Set(of('received').map(({ outboxEventId }) => outboxEventId));
  const outboxEvents = publishedEvents(of('outboxEvent'));
  const undelivered = outboxEvents.filter(({ id }) => !received.has(id));
  return {
    acknowledged: of('operation').filter(({ operation, outcome }) => operation === 'schedule' && outcome === 'ok')
      .length,
    published: lateness.length,
    received: outboxEvents.length - undelivered.length,
    violations: [
      ...posts.flatMap((post) => checkPost(post, of('post').length > 0)),
      ...undelivered.map(({ id, postId }): Violation => ({ kind: 'undelivered', postId, detail: `outboxEvent ${id}` })),
      ...checkMarks(lateness, new Set(of('marked-late').map(({ postId }) => postId))),
      ...checkGauges(gauges, posts),
      ...checkInstants(of('planted'), of('told')),
    ],
    lateness,
    deliveryMs: deliveryTimes(posts, of('received')),
    instants: of('planted').length,
    races: racesOf(of('operation')),
    faults: new Map([...groupBy(faults, ({ kind }) => kind)].map(([kind, struck]) => [kind, struck.length])),
    exits: of('exit').length,
    gauges: {
      asked: gauges.length,
      mostDue: Math.max(0, ...gauges.map(({ dueCount }) => dueCount)),
      oldestAgeMs: Math.max(0, ...gauges.map(({ oldestAgeMs }) => oldestAgeMs)),
    },
  };
}
