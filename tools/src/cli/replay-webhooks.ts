import { ValidationError } from '@almanac/errors';
import { ReplaysService, systemActor } from '@almanac/publishing';
import { type CommandContext, withPublishingSchema } from './command-context';
import { publishingContext } from './publishing-context';

export interface ReplayOptions {
  webhook: string;
  /** ISO 8601. */
  from: string;
  /** ISO 8601; now when absent. */
  to?: string;
}

/** Without an offset, the time zone of the machine would decide. A date without a time is midnight in UTC. */
const DATE_WITH_OFFSET = /^\d{4}-\d\d-\d\d(?:T.*(?:Z|[+-]\d\d:?\d\d))?$/i;

function parseDate(option: string, text: string): Date {
  const date = new Date(text);
  if (!DATE_WITH_OFFSET.test(text) || Number.isNaN(date.getTime()))
    throw new ValidationError(`--${option} must be a date with an offset such as 2026-01-31T12:00:00Z, not "${text}".`);
  return date;
}

/**
 * `almanac replay-webhooks`: makes the deliveries of a time range due for one webhook, as `ReplaysService` does. The worker sends them.
 * @throws NotFoundError, ValidationError
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
