import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import type { UploadRules } from '../uploads/upload';

/** The form of an upload of members. */
export const csvUploadRules: UploadRules = {
  field: 'membersfile',
  extensions: ['.csv'],
  maxBytes: 1024 * 1024 * 1024,
  messages: { missing: 'An error occurred', unsupported: 'An error occurred' },
};

/** Sets the headers of a CSV file that a browser saves, and streams its lines. */
export function csvDownload(reply: FastifyReply, now: Date, lines: AsyncIterable<string>): Readable {
  const day = now.toISOString().slice(0, 10);
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `Attachment; filename="members.${day}.csv"`);
  return Readable.from(lines);
}
