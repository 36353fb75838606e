import { NotFoundError } from '@almanac/errors';
import { type EmailOperation, EmailsService, systemActor } from '@almanac/publishing';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

const WATCH_INTERVAL_MS = 2_000;
const OPEN_STATUSES: readonly string[] = ['pending', 'submitting'];

interface EmailProgress {
  id: string;
  status: string;
  subject: string;
  recipients: number;
  sent: number;
  failed: number;
  skipped: number;
  error: string | null;
}

const COLUMNS = `id, status, subject, recipient_count as recipients, sent_count as sent, failed_count as failed,
  skipped_count as skipped, error`;

function lineOf({ id, status, sent, failed, skipped, recipients, subject, error }: EmailProgress): string {
  const counts = `${sent}/${recipients} sent, ${failed} failed, ${skipped} skipped`;
  return `${id}  ${status.padEnd(10)}  ${counts}  ${subject}${error === null ? '' : `  (${error})`}`;
}

/** `almanac emails`: prints the last twenty newsletters (mails of posts to members). */
export async function listEmails(context: CommandContext): Promise<void> {
  const emails = await withPublishingSchema(context, (source) =>
    source.query<EmailProgress[]>(`select ${COLUMNS} from publishing.emails order by created_at desc, id limit 20`),
  );
  context.output.print({ emails }, emails.length === 0 ? 'No post was mailed yet.' : emails.map(lineOf).join('\n'));
}

/**
 * `almanac emails watch`: prints the progress of a newsletter every two seconds, until it ends, is paused or is cancelled.
 * @throws NotFoundError
 */
export async function watchEmail(context: CommandContext, id: string): Promise<void> {
  await withPublishingSchema(context, async (source) => {
    for (;;) {
      const email = await readProgress(source, id);
      context.output.print({ email }, lineOf(email));
      if (!OPEN_STATUSES.includes(email.status)) return;
      await pause(WATCH_INTERVAL_MS);
    }
  });
}

/** `almanac emails pause|resume|cancel|retry`. @throws NotFoundError; ValidationError when the status does not allow the operation */
export async function changeEmail(context: CommandContext, operation: EmailOperation, id: string): Promise<void> {
  const email = await withPublishingSchema(context, async (source) => {
    await new EmailsService(publishingContext(source, context.configuration.siteUrl)).apply(systemActor, id, operation);
    return readProgress(source, id);
  });
  context.output.print({ email }, lineOf(email));
}

/** The operations of `almanac emails`, with their descriptions for `--help`. */
export const emailCommands: readonly { operation: EmailOperation; about: string }[] = [
  { operation: 'pause', about: 'pause a newsletter until it is resumed' },
  { operation: 'resume', about: 'continue a paused newsletter' },
  { operation: 'cancel', about: 'cancel a newsletter; after one second, no more members get it' },
  { operation: 'retry', about: 'send a newsletter to the members for whom it failed temporarily or was not tried' },
];

async function readProgress(source: DataSource, id: string): Promise<EmailProgress> {
  const [email] = await source.query<EmailProgress[]>(`select ${COLUMNS} from publishing.emails where id = $1`, [id]);
  if (!email) throw new NotFoundError(`No mail has the id ${id}.`, { help: 'almanac emails lists them.' });
  return email;
}
