import { UpdateCollisionError, ValidationError } from '@almanac/errors';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type Actor, actorKey } from '../permissions/actor';
import type { ContentContext } from '../publishing-context';

/** The response to a write that succeeded. */
export interface StoredResponse {
  status: number;
  headers: Record<string, string>;
  /** JSON. */
  body: string;
}

/** A write request with the header `Idempotency-Key`. */
export interface KeyedWrite {
  actor: Actor;
  /** The value of the header. */
  key: string;
  /** A request with the same actor and key is a repetition of this write if its method, path and body are equal. */
  request: { method: string; path: string; body: unknown };
}

/** A write that holds the claim of its key. */
export interface ClaimedWrite extends KeyedWrite {
  /** The time of the claim, as text of PostgreSQL. It identifies the claim: after a minute, another request can claim the key. */
  claimedAt: string;
}

const MAX_KEY_LENGTH = 255;
/**
 * After this time, a repeated request takes over the key if the first write is not recorded as executed, because the process of the first
 * write may have died. If that process still runs, `recordExecution` throws an error in it, so that the first write is rolled back.
 */
const CLAIM_LIFETIME = `interval '1 minute'`;

interface ResponseRow {
  request_digest: string;
  response_status: number | null;
  response_headers: Record<string, string> | null;
  response_body: string | null;
  /** Whether the claim is less than a minute old, so that its request may still run. */
  is_young: boolean;
}

function requestDigest({ request }: KeyedWrite): string {
  return createHash('sha256')
    .update(JSON.stringify([request.method, request.path, request.body]))
    .digest('hex');
}

/** The value of `response_status` from the execution of the write until its response is stored. `response_body` is null meanwhile. */
const EXECUTED_STATUS = 409;

/** The error of a request whose key belongs to another request that may be running. */
function keyInUse(): UpdateCollisionError {
  return new UpdateCollisionError('A request with this Idempotency-Key is running.', {
    code: 'IDEMPOTENCY_KEY_IN_USE',
  });
}

/**
 * Records that a write was executed, in the transaction of the write. A repetition is then not executed again, also if the client and the
 * service never learn whether the commit succeeded, because the connection to PostgreSQL broke. `IdempotentWrites.store` stores the
 * response later. A write can have several transactions, and each calls this function.
 * @throws UpdateCollisionError if a repetition has taken over the key, because the write ran for more than a minute before its first commit
 */
export async function recordExecution(manager: EntityManager, { actor, key, claimedAt }: ClaimedWrite): Promise<void> {
  const [, affected] = await manager.query<[unknown[], number]>(
    `update publishing.idempotency_keys set response_status = coalesce(response_status, $4)
     where actor = $1 and key = $2 and created_at = $3::timestamptz`,
    [actorKey(actor), key, claimedAt, EXECUTED_STATUS],
  );
  if (affected === 0) throw keyInUse();
}

/**
 * Stores the response to each write with an `Idempotency-Key`, so that a repeated write gets the same response. A key expires
 * 24 hours after its claim. If the write is not recorded as executed, the key can be claimed again after one minute, because the process of
 * the write may have died. If that process still runs, its transaction is rolled back, see `recordExecution`.
 */
export class IdempotentWrites {
  constructor(private readonly context: Pick<ContentContext, 'dataSource'>) {}

  /**
   * Claims a key for its write.
   * @returns the stored response of an earlier request, or the claimed write. The caller has to run a claimed write, and then to call
   *   `store` or `release`
   * @throws ValidationError when the key was used for another write, or is too long
   * @throws UpdateCollisionError while an earlier request with the key may be running, i.e. for at most a minute, and if it was executed,
   *   but its response is not stored
   */
  async claim(write: KeyedWrite): Promise<StoredResponse | ClaimedWrite> {
    if (write.key.length > MAX_KEY_LENGTH) {
      throw new ValidationError(`Idempotency-Key exceeds maximum length of ${MAX_KEY_LENGTH} characters.`);
    }
    const [claim] = await this.context.dataSource.query<{ claimedAt: string }[]>(
      `insert into publishing.idempotency_keys as stored (actor, key, request_digest, created_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '24 hours')
       on conflict (actor, key) do update
         set request_digest = excluded.request_digest, created_at = excluded.created_at, expires_at = excluded.expires_at,
           response_status = null, response_headers = null, response_body = null
         where stored.expires_at <= now()
           or (stored.response_status is null and stored.created_at <= now() - ${CLAIM_LIFETIME}
             and stored.request_digest = excluded.request_digest)
       returning created_at::text as "claimedAt"`,
      [actorKey(write.actor), write.key, requestDigest(write)],
    );
    return claim ? { ...write, ...claim } : this.responseTo(write);
  }

  /** The stored response of the write that claimed the key. @throws as `claim` */
  private async responseTo(write: KeyedWrite): Promise<StoredResponse> {
    const [stored] = await this.context.dataSource.query<ResponseRow[]>(
      `select request_digest, response_status, response_headers, response_body, created_at > now() - ${CLAIM_LIFETIME} as is_young
       from publishing.idempotency_keys where actor = $1 and key = $2`,
      [actorKey(write.actor), write.key],
    );
    if (stored && stored.request_digest !== requestDigest(write)) {
      throw new ValidationError('Idempotency-Key was used for another request.', { property: 'Idempotency-Key' });
    }
    // The row is absent if the running write failed after `claim` read its key. The client can retry. If the write was executed and the
    // claim is young, the response may be stored soon, so the client can retry, too.
    if (stored?.response_status == null || (stored.response_body === null && stored.is_young)) {
      throw keyInUse();
    }
    if (stored.response_body === null) {
      throw new UpdateCollisionError(
        'The first request with this Idempotency-Key was executed. Its response is not known.',
        {
          code: 'IDEMPOTENCY_KEY_EXECUTED',
          help: 'Read the resource to see the result. To execute the request again, send it with another Idempotency-Key.',
        },
      );
    }
    return { status: stored.response_status, headers: stored.response_headers ?? {}, body: stored.response_body };
  }

  /** Stores the response to a write, unless another request has claimed the key in the meantime. */
  async store(write: ClaimedWrite, { status, headers, body }: StoredResponse): Promise<void> {
    await this.context.dataSource.query(
      `update publishing.idempotency_keys set response_status = $4, response_headers = $5::jsonb, response_body = $6
       where actor = $1 and key = $2 and created_at = $3::timestamptz`,
      [actorKey(write.actor), write.key, write.claimedAt, status, JSON.stringify(headers), body],
    );
  }

  /**
   * Deletes the claim of a failed write, so that the client can retry the write. The claim stays if a transaction of the write was
   * committed, or if another request has claimed the key.
   */
  async release(write: ClaimedWrite): Promise<void> {
    await this.context.dataSource.query(
      `delete from publishing.idempotency_keys
       where actor = $1 and key = $2 and created_at = $3::timestamptz and response_status is null`,
      [actorKey(write.actor), write.key, write.claimedAt],
    );
  }
}
