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

/** The payload of a job that finds all its work in PostgreSQL. */
export class EmptyPayload extends TracedPayload {}

/**
 * The payload of a job that starts the sweep for due posts. `dueAt` is information for operators who inspect the queue. The sweep reads
 * from the rows of the posts which posts are due.
 */
export class WakeUpPayload extends TracedPayload {
  @IsOptional()
  @IsISO8601()
  dueAt?: string;
}

/** The maximum number of endpoints that one job names. Each webhook counts as an endpoint, also if several have the same URL. */
export const MAX_ENDPOINTS_PER_JOB = 25;

/** The payload of a job that starts the delivery to endpoints with due deliveries. It names their webhooks. */
export class DeliverWebhookPayload extends TracedPayload {
  @IsMongoId({ each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_ENDPOINTS_PER_JOB)
  webhookIds: string[];
}

/** The payload of a job for the outbox event of a mail or of a published post. Addresses and secrets are only in the row of the event. */
export class OutboxEventPayload extends TracedPayload {
  @IsIn(['publishing', 'calendar'])
  schema: 'publishing' | 'calendar';

  @IsMongoId()
  outboxEventId: string;
}
