import type { HistoryLine, Operation } from '../history';

export type OperationLine = Extract<HistoryLine, { type: 'operation' }>;

/** The due times that were acknowledged for a post, and its withdrawal. */
export interface Target {
  postId: string;
  /** Due time of the last acknowledged schedule. */
  dueAt: number;
  /** All due times that may be in force; requests without a response may have happened. */
  possibleDueAt: number[];
  /** Time of the acknowledged withdrawal. */
  withdrawnAt?: number;
  /** The operation that withdrew it. */
  withdrawnBy?: Operation;
  /** A withdrawal was acknowledged, or may have happened. */
  mayBeWithdrawn: boolean;
}

const withdrawals: ReadonlySet<Operation> = new Set(['unschedule', 'delete']);

/** Derives the target of a post from the responses; undefined when no schedule was acknowledged. */
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
 * The values that may have been in force at an instant: the value of the last request acknowledged before it, and the values
 * of all requests since then that were pending or got no response.
 */
function valuesInForce<T>(
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

/** The due times that may have been in force when the post was published. */
export function dueAtOf(operations: readonly OperationLine[], publishedAt: number): number[] {
  return valuesInForce(operations, ({ dueAt }) => dueAt, publishedAt);
}

/** The titles that the post may have had at an instant. */
export function titlesOf(operations: readonly OperationLine[], instant: number): string[] {
  return valuesInForce(operations, ({ title }) => title, instant);
}
