import { ValidationError } from '@almanac/errors';
import { ReplaysService, systemActor } from '@almanac/publishing';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

export interface ReplayOptions {
  /** The id of the webhook. */
  webhook: string;
  /** ISO 8601. */
  from: string;
  /** ISO 8601; now when absent. */
  to?: string;
}

/** A date without a time is midnight in UTC. A time must have an offset, because otherwise it would be in the time zone of the machine. */
const DATE_WITH_OFFSET = /^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/i;

/** @param option the name of the option, for the error */
function parseDate(option: string, text: string): Date {
  const date = new Date(text);
  if (!DATE_WITH_OFFSET.test(text) || Number.isNaN(date.getTime()))
    throw new ValidationError(`--${option} must be a date with an offset such as 2026-01-31T12:00:00Z, not "${text}".`);
  return date;
}

/**
 * `almanac replay-webhooks`: makes the deliveries of one webhook in a time range due again (see `ReplaysService`). The worker sends them.
 * @throws NotFoundError when there is no such webhook; ValidationError for a wrong date or range, and when the webhook is disabled
 */
export async function replayWebhooks(context: CommandContext, { webhook, from, to }: ReplayOptions): Promise<void> {
  const range = { from: parseDate('from', from), to: to === undefined ? new Date() : parseDate('to', to) };
  const deliveries = await withPublishingSchema(context, (source) =>
    new ReplaysService(publishingContext(source, context.configuration.siteUrl)).replayRange(
      systemActor,
      webhook,
      range,
    ),
  );
  context.output.print({ deliveries }, `${deliveries} ${deliveries === 1 ? 'delivery is' : 'deliveries are'} due now.`);
}
