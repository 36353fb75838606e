import {
  ApiError,
  NoPermissionError,
  NotFoundError,
  TooManyRequestsError,
  UnauthorizedError,
  UpdateCollisionError,
} from '@almanac/client';
import { isConnectionProblem } from '../../../api/query-client.ts';
import { CollisionError } from './collision-error.ts';
import type { StoredPost } from './stored-post.ts';

/** A draft is saved when the user has made no change for this time. */
export const IDLE_MS = 1_200;
/** A draft is saved at the latest this time after the first unsaved change, or after the end of a save that was running then. */
export const MAX_UNSAVED_MS = 10_000;

/** Whether the changes are saved on the server, or why they are not. */
export type SaveState =
  | { name: 'saved' }
  | { name: 'unsaved' }
  | { name: 'saving' }
  /** The server was not reached, or its error is temporary. The editor retries the save automatically if the post is a draft. */
  | { name: 'unreachable' }
  /** The session has ended. */
  | { name: 'signed-out' }
  /**
   * The stored post has changed after the editor had read it: by another user or program, in another tab, or by an earlier request of
   * this editor with an action, e.g. to publish, whose response was lost. An earlier save without an action is recognized.
   */
  | { name: 'collision'; storedPost: StoredPost }
  /** The post does not exist any more. */
  | { name: 'deleted' }
  /** The server rejects the changes; the same request would fail again. */
  | { name: 'refused'; error: unknown };

/** Whether the user must decide how to continue. Until then, changes are not saved automatically. */
export const isWaitingForUser = ({ name }: SaveState): boolean => ['collision', 'signed-out', 'deleted'].includes(name);

/** The reason for which a request has failed. `no-permission` can also mean that the session has ended. */
export type Failure = 'unreachable' | 'collision' | 'no-permission' | 'deleted' | 'refused';

/** The reason for an error of a request of the editor. */
export function failureOf(error: unknown): Failure {
  // An earlier request with the same `Idempotency-Key`, whose response was lost, still runs.
  if (error instanceof UpdateCollisionError && error.code === 'IDEMPOTENCY_KEY_IN_USE') return 'unreachable';
  if (error instanceof UpdateCollisionError) return 'collision';
  if (error instanceof NotFoundError) return 'deleted';
  if (error instanceof NoPermissionError || error instanceof UnauthorizedError) return 'no-permission';
  if (isConnectionProblem(error) || error instanceof TooManyRequestsError || isTemporary(error)) return 'unreachable';
  return 'refused';
}

/**
 * The state after a save has failed.
 * @param hasSession checks whether the session still exists; if the check fails, the failure is shown as a refusal
 */
export async function stateAfterFailure(error: unknown, hasSession: () => Promise<boolean>): Promise<SaveState> {
  if (error instanceof CollisionError) return { name: 'collision', storedPost: error.storedPost };
  const failure = failureOf(error);
  if (failure === 'no-permission' && !(await hasSession().catch(() => true))) return { name: 'signed-out' };
  return failure === 'deleted' || failure === 'unreachable' ? { name: failure } : { name: 'refused', error };
}

/** Also 408: the body of the request arrived too slowly. */
const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status >= 500 || error.status === 408);

/** The delays before the first, second and third retry; the last one is used for all later retries. */
const RETRY_DELAYS_MS = [2_000, 4_000, 8_000, 15_000];

/**
 * The delay before the next attempt, at least `Retry-After` of the response.
 * @param earlierFailures the number of failed attempts before the attempt that has just failed
 */
export function retryDelayMs(earlierFailures: number, error: unknown): number {
  const requestedMs = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1_000 : 0;
  return Math.max(requestedMs, RETRY_DELAYS_MS[Math.min(earlierFailures, RETRY_DELAYS_MS.length - 1)] ?? 0);
}
