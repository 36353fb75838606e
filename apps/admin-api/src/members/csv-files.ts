import { ValidationError } from '@almanac/errors';
import type { QueryParameters } from '@almanac/resource-queries';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { UploadRules } from '../uploads/upload';

/** The rules for the upload of a CSV file with members. */
export const csvUploadRules: UploadRules = {
  field: 'membersfile',
  extensions: ['.csv'],
  maxBytes: 1024 * 1024 * 1024,
  // Ghost 3 sends the same text for both errors.
  messages: { missing: 'An error occurred', unsupported: 'An error occurred' },
};

/** @throws ValidationError for a query with `filter` or `search`, because exports do not support them */
export function assertNoFilterOrSearch(query: QueryParameters): void {
  const property = (['filter', 'search'] as const).find((name) => query[name]);
  if (property)
    throw new ValidationError('An export contains all members: filter and search are not supported.', { property });
}

/** Sets the headers for a CSV file that browsers save under the name `members.<day>.csv`. @returns the stream of its lines */
export function csvDownload(reply: FastifyReply, now: Date, lines: AsyncIterable<string>): Readable {
  const day = now.toISOString().slice(0, 10);
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `Attachment; filename="members.${day}.csv"`);
  return Readable.from(lines);
}
