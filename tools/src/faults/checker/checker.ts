import type { HistoryLine, Operation } from '../history';
import { checkGauges } from './check-gauges';
import { checkInstants } from './check-instants';
import { checkPost, type PostHistory, type Violation } from './check-post';
import { type Lateness, latenessOf } from './lateness';

/** The outcomes of the changes of posts by one kind of operation: numbers of requests. */
export type RaceOutcomes = Record<'ok' | 'refused' | 'unknown', number>;

/** The result of checking one history. */
export interface Verdict {
  /** Acknowledged schedules. */
  acknowledged: number;
  /** Publications of posts with a known due time. */
  published: number;
  /** `post.published` events that reached the receiver. */
  received: number;
  violations: Violation[];
  lateness: Lateness[];
  /** Milliseconds from the publication of a post to the first arrival of its webhook. */
  deliveryMs: number[];
  races: Map<Operation, RaceOutcomes>;
  /** Posts whose dates are around clock changes. */
  instants: number;
  /** Number of faults by kind. */
  faults: Map<string, number>;
  /** Services that exited without being killed. */
  exits: number;
  /** The number of scrapes of metrics, and their maximum values: due posts, and the age of the oldest one. */
  gauges: { scrapes: number; mostDue: number; oldestAgeMs: number };
}

type LineOf<T extends HistoryLine['type']> = Extract<HistoryLine, { type: T }>;

/**
 * From this lateness on, the log must name the post. The worker names posts that are more than 2 s late
 * at the start of its transaction, but the trigger records a time near the end of the transaction.
 */
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

/**
 * The time at which the harness polled for pending work for the last time, in ms since 1970. Infinity if the history does not contain it.
 */
function endOf(of: <T extends HistoryLine['type']>(type: T) => LineOf<T>[]): number {
  return of('end')[0]?.at ?? Infinity;
}

/** The history of each post. @param of returns all lines of a type */
function postHistories(of: <T extends HistoryLine['type']>(type: T) => LineOf<T>[]): PostHistory[] {
  const operations = groupBy(of('operation'), ({ postId }) => postId);
  const runs = groupBy(
    of('transition').filter(({ to }) => to === 'published'),
    ({ postId }) => postId,
  );
  const outboxEvents = groupBy(publishedEvents(of('outboxEvent')), ({ postId }) => postId);
  const finals = new Map(of('post').map((line) => [line.postId, line]));
  const endAt = endOf(of);
  // A schedule without a response has no post id; it is left out.
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

/** Counts the outcomes of all operations except schedules. */
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

/**
 * Checks that the log names the posts that are late because of a blackout.
 * After other faults it is not checked, because kills can truncate logs.
 */
function checkMarks(lateness: readonly Lateness[], marked: ReadonlySet<string>): Violation[] {
  return lateness
    .filter(({ fault, rawMs, postId }) => fault === 'blackout' && rawMs > MARKED_AFTER_MS && !marked.has(postId))
    .map(({ postId, rawMs }) => ({
      kind: 'unmarked',
      subject: postId,
      detail: `${rawMs} ms late, not marked in the log`,
    }));
}

/** Events of posts that were published before the end of the run, but whose webhook was not received. */
function undelivered(of: <T extends HistoryLine['type']>(type: T) => LineOf<T>[], received: Set<string>): Violation[] {
  const endAt = endOf(of);
  // The webhook of a post that is published later can still be on its way when the services stop.
  const wasPublished = new Set(
    of('transition').flatMap(({ postId, to, at }) => (to === 'published' && at <= endAt ? [postId] : [])),
  );
  const deliveries = new Map(of('delivery').map((line) => [line.outboxEventId, line]));
  return publishedEvents(of('outboxEvent'))
    .filter(({ id, postId }) => !received.has(id) && wasPublished.has(postId))
    .map(({ id, postId }) => ({
      kind: 'undelivered',
      subject: postId,
      detail: `outboxEvent ${id}, ${describeDelivery(deliveries.get(id))}`,
    }));
}

function describeDelivery(delivery: LineOf<'delivery'> | undefined): string {
  if (!delivery) return 'no delivery';
  return `delivery ${delivery.status}, attempts: ${delivery.attempts.join('; ') || 'none'}`;
}

/** The milliseconds from publication to the first arrival of the webhook, for posts that were published once. */
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
 * Checks a history. Each acknowledged schedule must be published exactly once, not before its due time, and not after an
 * acknowledged withdrawal. No edit may be lost. Each publication must have exactly one outbox event, and its webhook must arrive.
 * The checker does not use the product: it knows the due times from responses, and the publications from a database trigger.
 */
export function check(lines: readonly HistoryLine[]): Verdict {
  const of = <T extends HistoryLine['type']>(type: T): LineOf<T>[] =>
    lines.filter((line): line is LineOf<T> => line.type === type);
  const posts = postHistories(of);
  const faults = of('fault');
  const gauges = of('gauge');
  const lateness = posts.flatMap((post) => latenessOf(post, faults));
  const received = new Set(of('received').map(({ outboxEventId }) => outboxEventId));
  return {
    acknowledged: of('operation').filter(({ operation, outcome }) => operation === 'schedule' && outcome === 'ok')
      .length,
    published: lateness.length,
    received: publishedEvents(of('outboxEvent')).filter(({ id }) => received.has(id)).length,
    violations: [
      ...posts.flatMap((post) => checkPost(post, of('post').length > 0)),
      ...undelivered(of, received),
      ...checkMarks(lateness, new Set(of('marked-late').map(({ postId }) => postId))),
      ...checkGauges(gauges, posts),
      ...checkInstants(of('dated'), of('reported-date')),
    ],
    lateness,
    deliveryMs: deliveryTimes(posts, of('received')),
    instants: of('dated').length,
    races: racesOf(of('operation')),
    faults: new Map([...groupBy(faults, ({ kind }) => kind)].map(([kind, injected]) => [kind, injected.length])),
    exits: of('exit').length,
    gauges: {
      scrapes: gauges.length,
      mostDue: Math.max(0, ...gauges.map(({ dueCount }) => dueCount)),
      oldestAgeMs: Math.max(0, ...gauges.map(({ oldestAgeMs }) => oldestAgeMs)),
    },
  };
}
