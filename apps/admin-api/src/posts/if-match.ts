import { isObject } from '@almanac/api-versions';
import { parseInstant, type PostInput } from '@almanac/validation';

/** The condition of an `If-Match` header: the revision or the `updated_at` that the client read. */
export interface Precondition {
  revision?: number;
  updatedAt?: Date;
}

/** No stored row has this revision, so a header that cannot be read matches no resource. */
const NO_REVISION = -1;
const ALMANAC_ETAG = /^(?:W\/)?"(\d+)\.[^"]*"$/;

function parseValidator(validator: string): Precondition {
  const revision = ALMANAC_ETAG.exec(validator)?.[1];
  if (revision !== undefined) return { revision: Number(revision) };
  const updatedAt = parseInstant(validator.replace(/^(?:W\/)?"(.*)"$/, '$1'));
  return updatedAt === null ? { revision: NO_REVISION } : { updatedAt };
}

/**
 * Parses an `If-Match` header: the ETag of a single read or write, or an `updated_at`, quoted or not.
 * @returns undefined when the header is absent or `*`, which every existing resource matches
 */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  const validator = header?.trim();
  return validator === undefined || validator === '' || validator === '*' ? undefined : parseValidator(validator);
}

/**
 * The body with an `updated_at` where it has none, because the contract requires the field. `withPrecondition` then removes or
 * replaces the value.
 */
export function withUpdatedAt(body: unknown, key: string, { updatedAt = new Date(0) }: Precondition): unknown {
  if (!isObject(body)) return body;
  const list = body[key];
  if (!Array.isArray(list) || !isObject(list[0]) || list[0].updated_at !== undefined) return body;
  return { ...body, [key]: [{ ...list[0], updated_at: updatedAt.toISOString() }, ...list.slice(1)] };
}

/** The input without the `updatedAt` of the body, and with that of the header if it has one. */
export function withPrecondition(input: PostInput, { updatedAt }: Precondition): PostInput {
  const { updatedAt: _replaced, ...rest } = input;
  return updatedAt === undefined ? rest : { ...rest, updatedAt };
}
