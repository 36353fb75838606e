import {
  ArrayMaxSize,
  ArrayMinSize,
  IsIn,
  IsISO8601,
  IsMongoId,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';

/** The property that all payloads share. */
export class TracedPayload {
  /** W3C `traceparent` of the span that added the job. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  traceParent?: string;
}

/** A job without parameters: its work is stored in PostgreSQL. */
export class EmptyPayload extends TracedPayload {}

/**
 * Wakes the sweep that publishes or unpublishes due posts. `dueAt` is information for operators who inspect the queue; the rows
 * decide what is due.
 */
export class WakeUpPayload extends TracedPayload {
  @IsOptional()
  @IsISO8601()
  dueAt?: string;
}

/** The maximum number of endpoints that one job names. */
export const MAX_ENDPOINTS_PER_JOB = 25;

/** Wakes a worker for endpoints that have due deliveries. */
export class DeliverWebhookPayload extends TracedPayload {
  @IsMongoId({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ENDPOINTS_PER_JOB)
  webhookIds: string[];
}

/** Names the outbox event of a mail or of a published post. Addresses and secrets are only in the row of the event. */
export class OutboxEventPayload extends TracedPayload {
  @IsIn(['publishing', 'calendar'])
  schema: 'publishing' | 'calendar';

  @IsMongoId()
  outboxEventId: string;
}
