import type { PostInput } from '@almanac/validation';

/** What an `If-Match` header demands: the revision or the date of the last change that the caller read. */
export interface Precondition {
  revision?: number;
  updatedAt?: Date;
}

/** No resource has it, so a validator that is none of ours matches nothing. */
const NO_REVISION = -1;
const ourEtag = /^(?:W\/)?"(\d+)\.[^"]*"$/;

function readOne(validator: string): Precondition {
  const revision = ourEtag.exec(validator)?.[1];
  if (revision !== undefined) return { revision: Number(revision) };
  const updatedAt = new Date(validator.replace(/^(?:W\/)?"(.*)"$/, '$1'));
  return Number.isNaN(updatedAt.getTime()) ? { revision: NO_REVISION } : { updatedAt };
}

/**
 * Reads an `If-Match` header: the ETag of a single read or write, or an `updated_at`, quoted or not.
 * @returns undefined when it is absent or `*`, which every existing resource matches
 */
export function parseIfMatch(header: string | undefined): Precondition | undefined {
  const validator = header?.trim();
  return validator === undefined || validator === '' || validator === '*' ? undefined : readOne(validator);
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A body whose element says when it was read, so that a header is as good as the field the contract demands. */
export function withReadingTime(body: unknown, key: string, { updatedAt = new Date(0) }: Precondition): unknown {
  if (!isFields(body)) return body;
  const list = body[key];
  if (!Array.isArray(list) || !isFields(list[0]) || list[0].updated_at !== undefined) return body;
  return { ...body, [key]: [{ ...list[0], updated_at: updatedAt.toISOString() }, ...list.slice(1)] };
}

/** An input to be judged by the header instead of the field. */
export function judgedBy(input: PostInput, { updatedAt }: Precondition): PostInput {
  const { updatedAt: _replaced, ...rest } = input;
  return updatedAt === undefined ? rest : { ...rest, updatedAt };
}
