import type { HistoryLine, Operation } from '../history';

export type OperationLine = Extract<HistoryLine, { type: 'operation' }>;

/** The instants a post was promised for, and how the promise ended. */
export interface Target {
  postId: string;
  /** The due moment of the last schedule that was acknowledged. */
  dueAt: number;
  /** Any due moment that may be in force: unanswered requests may have happened. */
  possibleDueAt: number[];
  /** When the withdrawal that was acknowledged was. */
  withdrawnAt?: number;
  /** What it was withdrawn by. */
  withdrawnBy?: Operation;
  /** A withdrawal was acknowledged, or may have happened. */
  mayBeWithdrawn: boolean;
}

const withdrawals: ReadonlySet<Operation> = new Set(['unschedule', 'delete']);

/** Derives from the answers its clients got what a post was promised; undefined when nothing was. */
export function targetOf(operations: readonly OperationLine[]): Target | undefined {
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
      dueAt !== undefined && outcome !== 'refused' ? [dueAt] : [],
    ),
    mayBeWithdrawn: later.some(({ operation, outcome }) => outcome !== 'refused' && withdrawals.has(operation)),
    ...(withdrawn && { withdrawnAt: withdrawn.at, withdrawnBy: withdrawn.operation }),
  };
}

/**
 * The values a request may have set that were in force at an instant: that of the last one acknowledged before it, and
 * those of every one that was under way, or never answered, since.
 */
function inForce<T>(
  operations: readonly OperationLine[],
  valueOf: (line: OperationLine) => T | undefined,
  instant: number,
): T[] {
  const before = operations.filter(
    (line) => valueOf(line) !== undefined && line.outcome !== 'refused' && line.sentAt <= instant,
  );
  const lastSettled = before.filter(({ outcome, at }) => outcome === 'ok' && at <= instant).at(-1);
  return before
    .filter((line) => line === lastSettled || line.at > (lastSettled?.sentAt ?? -Infinity))
    .flatMap((line) => valueOf(line) ?? []);
}

/** The due moments that may have been in force when the post was published. */
export function dueAtOf(operations: readonly OperationLine[], publishedAt: number): number[] {
  return inForce(operations, ({ dueAt }) => dueAt, publishedAt);
}

/** The titles the post may have had at an instant. */
export function titlesOf(operations: readonly OperationLine[], instant: number): string[] {
  return inForce(operations, ({ title }) => title, instant);
}
