import { UpdateCollisionError, ValidationError } from '@almanac/errors';
import { createHash } from 'node:crypto';
import type { Actor } from '../permissions/actor';
import type { ContentContext } from '../publishing-context';

/** What was answered to a write. */
export interface RememberedAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON text. */
  body: string;
}

/** A write that carries an `Idempotency-Key`. */
export interface KeyedWrite {
  actor: Actor;
  key: string;
  /** What has to be the same for the write to be the same: method, path and body. */
  request: { method: string; path: string; body: unknown };
}

const MAX_KEY_LENGTH = 255;

interface StoredAnswer {
  request_digest: string;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
}

function owner({ actor }: KeyedWrite): string {
  return `${actor.kind}:${actor.id}`;
}

function digest({ request }: KeyedWrite): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.path, request.body]))
    .digest('hex');
}

/**
 * Makes writes repeatable: the first with a key is done, a second of the same is answered as the first was, for 24 hours.
 * A process that dies between doing and remembering leaves a claim that is free again after a minute.
 */
export class IdempotentWrites {
  constructor(private readonly context: Pick<ContentContext, 'dataSource'>) {}

  /**
   * Claims a key for its write.
   * @returns the answer when it was done before; null when the caller has to do it, and then to `remember` or `forget` it
   * @throws ValidationError when the key stood for another write, or is too long
   * @throws UpdateCollisionError while the same write is under way
   */
  async claim(write: KeyedWrite): Promise<RememberedAnswer | null> {
    if (write.key.length > MAX_KEY_LENGTH) {
      throw new ValidationError(`Idempotency-Key exceeds maximum length of ${MAX_KEY_LENGTH} characters.`);
    }
    const claimed = await this.context.dataSource.query<unknown[]>(
      `insert into publishing.idempotency_keys as stored (actor, key, request_digest, created_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '24 hours')
       on conflict (actor, key) do update
         set request_digest = excluded.request_digest, created_at = excluded.created_at, expires_at = excluded.expires_at,
           response_status = null, response_headers = null, response_body = null
         where stored.expires_at <= now()
           or (stored.response_status is null and stored.created_at <= now() - interval '1 minute')
       returning 1`,
      [owner(write), write.key, digest(write)],
    );
    return claimed.length > 0 ? null : this.answerOf(write);
  }

  private async answerOf(write: KeyedWrite): Promise<RememberedAnswer> {
    const [stored] = await this.context.dataSource.query<StoredAnswer[]>(
      `select request_digest, response_status, response_headers, response_body
       from publishing.idempotency_keys where actor = $1 and key = $2`,
      [owner(write), write.key],
    );
    if (stored && stored.request_digest !== digest(write)) {
      throw new ValidationError('Idempotency-Key was used for another request.', { property: 'Idempotency-Key' });
    }
    // Absent when the first attempt failed this very moment: the client may simply try again.
    if (stored?.response_status == null) {
      throw new UpdateCollisionError('A request with this Idempotency-Key is under way.', {
        code: 'IDEMPOTENCY_KEY_IN_USE',
      });
    }
    return {
      status: stored.response_status,
      headers: stored.response_headers ?? {},
      body: stored.response_body ?? '',
    };
  }

  /** Keeps the answer of a claimed write. */
  async remember(write: KeyedWrite, { status, headers, body }: RememberedAnswer): Promise<void> {
    await this.context.dataSource.query(
      `update publishing.idempotency_keys set response_status = $3, response_headers = $4::jsonb, response_body = $5
       where actor = $1 and key = $2`,
      [owner(write), write.key, status, JSON.stringify(headers), body],
    );
  }

  /** Gives the key of a write that failed back, so that it may be tried again. */
  async forget(write: KeyedWrite): Promise<void> {
    await this.context.dataSource.query('delete from publishing.idempotency_keys where actor = $1 and key = $2', [
      owner(write),
      write.key,
    ]);
  }
}
