import { isObject } from '@almanac/api-versions';
import { parseInstant, type PostInput } from '@almanac/validation';

/** The condition of an `If-Match` header: the revision or the `updated_at` that the client read. One of the two is set. */
export interface Precondition {
  revision?: number;
  updatedAt?: Date;
}

/** No stored row has this revision, so a header that is neither an ETag of Almanac nor a date matches no resource. */
const NO_REVISION = -1;
/** `Date` also reads other strings as dates, e.g. `foreign-1`, which can be ETags of another program. */
const ISO_DATE = /^\d{4}-\d\d-\d\d/;
/** `W/"<revision>.<length>-<hash>"`, see `weakEtag`. */
const ALMANAC_ETAG = /^(?:W\/)?"(\d+)\.[^"]*"$/;

function parseValidator(validator: string): Precondition {
  const revision = ALMANAC_ETAG.exec(validator)?.[1];
  if (revision !== undefined) return { revision: Number(revision) };
  const date = validator.replace(/^(?:W\/)?"(.*)"$/, '$1');
  const updatedAt = ISO_DATE.test(date) ? parseInstant(date) : null;
  return updatedAt === null ? { revision: NO_REVISION } : { updatedAt };
}

/**
 * Parses an `If-Match` header: the ETag of a response with one post or page, or an `updated_at`, with or without quotes. A list of
 * several ETags matches no resource.
 * @returns undefined if the header is absent, empty, or `*`, which every existing resource matches
 */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  const validator = header?.trim();
  return validator === undefined || validator === '' || validator === '*' ? undefined : parseValidator(validator);
}

/**
 * Adds `updated_at` to a body that does not contain it, because the contract requires the field. `withPrecondition` later removes or
 * replaces the value.
 * @param key the root key of the body: `posts` or `pages`
 */
export function withUpdatedAt(body: unknown, key: string, { updatedAt = new Date(0) }: Precondition): unknown {
  if (!isObject(body)) return body;
  const list = body[key];
  if (!Array.isArray(list) || !isObject(list[0]) || list[0].updated_at !== undefined) return body;
  return { ...body, [key]: [{ ...list[0], updated_at: updatedAt.toISOString() }, ...list.slice(1)] };
}

/** Replaces `updatedAt` of the input by the `updated_at` in the header; removes it if the header contains a revision. */
export function withPrecondition(input: PostInput, { updatedAt }: Precondition): PostInput {
  const { updatedAt: _replaced, ...rest } = input;
  return updatedAt === undefined ? rest : { ...rest, updatedAt };
}
