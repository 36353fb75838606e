import { ValidationError } from '@almanac/errors';
import type { QueryParameters } from '@almanac/resource-queries';
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { UploadRules } from '../uploads/upload';

/** The form of an upload of members. */
export const csvUploadRules: UploadRules = {
  field: 'membersfile',
  extensions: ['.csv'],
  maxBytes: 1024 * 1024 * 1024,
  // Ghost 3 sends the same text for both errors.
  messages: { missing: 'An error occurred', unsupported: 'An error occurred' },
};

/** @throws ValidationError for a filter or search, because an export has all members */
export function assertSelectsAll(query: QueryParameters): void {
  const property = (['filter', 'search'] as const).find((name) => query[name]);
  if (property) throw new ValidationError('An export has all members, without filter or search.', { property });
}

/** Sets the headers of a CSV file that a browser saves, and streams its lines. */
export function csvDownload(reply: FastifyReply, now: Date, lines: AsyncIterable<string>): Readable {
  const day = now.toISOString().slice(0, 10);
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `Attachment; filename="members.${day}.csv"`);
  return Readable.from(lines);
}
