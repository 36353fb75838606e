import type { HistoryLine, Operation } from '../history';

export type OperationLine = Extract<HistoryLine, { type: 'operation' }>;

/** What clients requested for a post: its due times, and its withdrawal. Times are in milliseconds since 1970. */
export interface Target {
  postId: string;
  /** The due time of the last acknowledged schedule or reschedule. */
  dueAt: number;
  /** All due times that the post may have had, also by requests without a response. */
  possibleDueAt: number[];
  /** When the response that acknowledged the withdrawal arrived. */
  withdrawnAt?: number;
  /** The operation that withdrew the post. */
  withdrawnBy?: Operation;
  /** Whether a withdrawal was acknowledged, or got no response and may have happened. */
  mayBeWithdrawn: boolean;
}

/** The operations after which a scheduled post is not published. */
const withdrawals: ReadonlySet<Operation> = new Set(['unschedule', 'delete']);

/** The target of a post, by the operations and their responses; undefined when no schedule was acknowledged. */
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
 * The values that the post may have had at an instant: the value of the last request that was acknowledged before the instant, and those of
 * requests that were sent before the instant and overlap with that request or follow it. Refused requests do not count.
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

/** The due times that the post may have had when it was published. */
export function dueAtOf(operations: readonly OperationLine[], publishedAt: number): number[] {
  return valuesInForce(operations, ({ dueAt }) => dueAt, publishedAt);
}

/** The titles that the post may have had at an instant. */
export function titlesOf(operations: readonly OperationLine[], instant: number): string[] {
  return valuesInForce(operations, ({ title }) => title, instant);
}
