import { ValidationError } from '@almanac/errors';
import { isObjectId } from '../graphql/object-id';

/** The position of an event among the matches of a search. */
export interface SearchKey {
  /** The rank of the match; undefined in a search whose matches are in the order of their start. */
  rank?: number;
  /** The start of the event in seconds since 1970. */
  start: number;
  id: string;
}

/** The first part of each cursor. It has to change when the format of cursors changes. */
const VERSION = 's1';
/** In characters. */
const MAX_CURSOR_LENGTH = 200;
const WITHOUT_RANK = '-';

/**
 * The opaque cursor of a match. A cursor with a rank continues a list in the order of rank. A cursor without a rank continues a list in the
 * order of start.
 */
export function searchCursorOf({ rank, start, id }: SearchKey): string {
  return Buffer.from([VERSION, rank ?? WITHOUT_RANK, start, id].join(' ')).toString('base64url');
}

/** The key in a cursor. @throws ValidationError for any other string than {@link searchCursorOf} returns */
export function parseSearchCursor(cursor: string): SearchKey {
  const text = cursor.length <= MAX_CURSOR_LENGTH ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
  const [, rank, start, id = ''] = text.split(' ');
  const key = { ...(rank !== WITHOUT_RANK && { rank: Number(rank) }), start: Number(start), id };
  const isValid = isRank(key.rank ?? 0) && Math.abs(key.start) < 1e10 && isObjectId(id);
  if (isValid && searchCursorOf(key) === cursor) return key;
  throw new ValidationError('The cursor is not valid: send the endCursor of a page.', { property: 'after' });
}

/** Whether a number is 0 or fits into the type `real` of PostgreSQL, which `ts_rank` returns. */
function isRank(rank: number): boolean {
  const single = Math.fround(rank);
  return Number.isFinite(single) && (single !== 0 || rank === 0);
}
