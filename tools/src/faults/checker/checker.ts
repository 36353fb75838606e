import type { HistoryLine, Operation } from './history';

type OperationLine = Extract<HistoryLine, { type: 'operation' }>;
type Transition = Extract<HistoryLine, { type: 'transition' }>;
type Fault = Extract<HistoryLine, { type: 'fault' }>;

/** A promise that was not kept, in words. */
export interface Violation {
  kind: 'lost' | 'duplicate' | 'early' | 'extra-fact' | 'missing-fact' | 'published-after-unschedule' | 'undelivered';
  postId: string;
  detail: string;
}

/** What the checker found in one run. */
export interface Verdict {
  acknowledged: number;
  published: number;
  received: number;
  violations: Violation[];
  /** Milliseconds after the due moment, or after the end of an outage that covered it; one a published post. */
  lateness: number[];
  /** Milliseconds after the due moment, whatever happened meanwhile. */
  rawLateness: number[];
  /** Withdrawals and moves that were answered, one way or the other. */
  races: number;
  /** Lateness by the kind of fault that was at work when the post fell due, or `none`. */
  latenessByFault: Map<string, number[]>;
}

/** The instants a post was promised for, and how the promise ended. */
interface Target {
  postId: string;
  /** The due moment of the last schedule that was acknowledged. */
  dueAt: number;
  /** Any due moment that may be in force: unanswered requests may have happened. */
  possibleDueAt: number[];
  /** A withdrawal was acknowledged, or may have happened. */
  isWithdrawn: boolean;
  mayBeWithdrawn: boolean;
  withdrawnAt?: number;
}

/** What falls due this shortly after a fault still feels it: processes come up, connections come back. */
const aftermathMs = 3_000;

const withdrawals: ReadonlySet<Operation> = new Set(['unschedule', 'delete']);

function targetOf(operations: OperationLine[]): Target | undefined {
  const first = operations[0];
  const acknowledged = operations.filter(({ outcome, dueAt }) => outcome === 'ok' && dueAt !== undefined);
  const last = acknowledged.at(-1);
  if (!first || last?.dueAt === undefined) return undefined;
  const later = operations.filter(({ at }) => at >= last.at);
  const withdrawn = later.find(({ operation, outcome }) => outcome === 'ok' && withdrawals.has(operation));
  return {
    postId: first.postId,
    dueAt: last.dueAt,
    possibleDueAt: operations.flatMap(({ dueAt, outcome }) =>
      dueAt !== undefined && (outcome === 'unknown' || outcome === 'ok') ? [dueAt] : [],
    ),
    isWithdrawn: withdrawn !== undefined,
    mayBeWithdrawn: later.some(({ operation, outcome }) => outcome !== 'refused' && withdrawals.has(operation)),
    ...(withdrawn && { withdrawnAt: withdrawn.at }),
  };
}

/** What was in force when the post was published: the last due moment acknowledged, or possibly set, before that. */
function dueAtOf(operations: OperationLine[], publishedAt: number): number[] {
  const before = operations.filter(({ sentAt, outcome, dueAt }) => {
    return dueAt !== undefined && outcome !== 'refused' && sentAt <= publishedAt;
  });
  const lastSettled = before.filter(({ outcome, at }) => outcome === 'ok' && at <= publishedAt).at(-1);
  const open = before.filter((line) => line === lastSettled || line.at > (lastSettled?.sentAt ?? -Infinity));
  return open.flatMap(({ dueAt }) => (dueAt === undefined ? [] : [dueAt]));
}

function violation(kind: Violation['kind'], postId: string, detail: string): Violation {
  return { kind, postId, detail };
}

function checkPost(
  operations: OperationLine[],
  transitions: Transition[],
  publishedFacts: number,
  endAt: number,
): Violation[] {
  const target = targetOf(operations);
  if (!target) return [];
  const { postId } = target;
  const runs = transitions.filter(({ to }) => to === 'published');
  const found: Violation[] = [];
  if (runs.length === 0 && !target.mayBeWithdrawn && Math.max(...target.possibleDueAt) < endAt) {
    found.push(violation('lost', postId, `due ${new Date(target.dueAt).toISOString()}, never published`));
  }
  if (runs.length > 1) found.push(violation('duplicate', postId, `published ${runs.length} times`));
  for (const run of runs) {
    const due = dueAtOf(operations, run.at);
    if (due.length > 0 && run.at < Math.min(...due)) {
      found.push(violation('early', postId, `${Math.min(...due) - run.at} ms before it was due`));
    }
    if (target.isWithdrawn && target.withdrawnAt !== undefined && run.at > target.withdrawnAt) {
      found.push(violation('published-after-unschedule', postId, 'published after its 2xx'));
    }
  }
  if (publishedFacts > runs.length) {
    found.push(violation('extra-fact', postId, `${publishedFacts} facts for ${runs.length} transitions`));
  }
  if (publishedFacts < runs.length) {
    found.push(violation('missing-fact', postId, `${publishedFacts} facts for ${runs.length} transitions`));
  }
  return found;
}

/** Lateness from the due moment, or from the end of the outages that lay between it and the publishing. */
function latenessOf(dueAt: number, publishedAt: number, outages: Fault[]): number {
  const excused = outages.filter(({ from, to }) => from <= publishedAt && to >= dueAt).map(({ to }) => to);
  return publishedAt - Math.min(publishedAt, Math.max(dueAt, ...excused));
}

function groupBy<T>(items: T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

/**
 * Holds a history against the promises: every acknowledged schedule has exactly one run, none before it was due, none
 * after a withdrawal that was acknowledged; each run has exactly one outbox row, and each row reached the receiver.
 * Knows nothing of the product: targets come from the clients' answers, runs from a trigger of the database.
 */
export function check(lines: HistoryLine[]): Verdict {
  const of = <T extends HistoryLine['type']>(type: T): Extract<HistoryLine, { type: T }>[] =>
    lines.filter((line): line is Extract<HistoryLine, { type: T }> => line.type === type);
  const operations = groupBy(of('operation'), ({ postId }) => postId);
  const transitions = groupBy(of('transition'), ({ postId }) => postId);
  const publishedFacts = of('fact').filter(({ event }) => event === 'post.published');
  const facts = groupBy(publishedFacts, ({ postId }) => postId);
  const received = new Set(of('received').map(({ factId }) => factId));
  const endAt = of('end')[0]?.at ?? Infinity;
  const faults = of('fault');
  const outages = faults.filter(({ isOutage }) => isOutage);

  const verdict: Verdict = {
    acknowledged: of('operation').filter(({ operation, outcome }) => operation === 'schedule' && outcome === 'ok')
      .length,
    published: 0,
    received: received.size,
    violations: [],
    lateness: [],
    rawLateness: [],
    races: of('operation').filter(({ operation, outcome }) => operation !== 'schedule' && outcome !== 'unknown').length,
    latenessByFault: new Map(),
  };
  for (const [postId, asked] of operations) {
    const changes = transitions.get(postId) ?? [];
    verdict.violations.push(...checkPost(asked, changes, facts.get(postId)?.length ?? 0, endAt));
    for (const run of changes.filter(({ to }) => to === 'published')) {
      const dueAt = Math.max(...dueAtOf(asked, run.at));
      verdict.published += 1;
      const lateness = latenessOf(dueAt, run.at, outages);
      verdict.lateness.push(lateness);
      const kind = faults.find(({ from, to }) => from <= dueAt && dueAt <= to + aftermathMs)?.kind ?? 'none';
      verdict.latenessByFault.set(kind, [...(verdict.latenessByFault.get(kind) ?? []), lateness]);
      verdict.rawLateness.push(run.at - dueAt);
    }
  }
  const undelivered = publishedFacts.filter(({ id }) => !received.has(id));
  verdict.violations.push(...undelivered.map(({ id, postId }) => violation('undelivered', postId, `fact ${id}`)));
  return verdict;
}

/** The value below which the given share of the numbers lies; 0 when there are none. */
export function quantile(numbers: number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
