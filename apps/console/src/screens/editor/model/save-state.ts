import {
  ApiError,
  InternalServerError,
  NoPermissionError,
  NotFoundError,
  TooManyRequestsError,
  UnauthorizedError,
  UpdateCollisionError,
} from '@almanac/client';
import { isConnectionProblem } from '../../../api/query-client.ts';
import type { StoredPost } from './stored-post.ts';

/** Drafts are saved after this pause of typing, and after the longer one while typing goes on. */
export const PAUSE_MS = 1_200;
export const LONGEST_PAUSE_MS = 10_000;

/** How far the server has what was typed. */
export type SaveState =
  | { name: 'saved' }
  | { name: 'unsaved' }
  | { name: 'saving' }
  /** Tried again by itself. */
  | { name: 'unreachable' }
  | { name: 'signed-out' }
  /** Another person or program has saved the post since it was opened. */
  | { name: 'collision'; theirs: StoredPost }
  | { name: 'deleted' }
  | { name: 'refused'; error: unknown };

export type Failure = 'unreachable' | 'collision' | 'no-permission' | 'deleted' | 'refused';

/** What a failed request means for the editor. */
export function failureOf(error: unknown): Failure {
  if (error instanceof UpdateCollisionError) return 'collision';
  if (error instanceof NotFoundError) return 'deleted';
  if (error instanceof NoPermissionError || error instanceof UnauthorizedError) return 'no-permission';
  if (isConnectionProblem(error) || error instanceof TooManyRequestsError || isTemporary(error)) return 'unreachable';
  return 'refused';
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error instanceof InternalServerError || error.status >= 500);

const DELAYS_MS = [2_000, 4_000, 8_000, 15_000];

/** @returns milliseconds until the next attempt */
export function delayBefore(attempt: number, error: unknown): number {
  const wanted = error instanceof ApiError && error.retryAfter ? error.retryAfter * 1_000 : 0;
  return Math.max(wanted, DELAYS_MS[Math.min(attempt, DELAYS_MS.length - 1)] ?? 0);
}
