import { IsIn, IsISO8601, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';

/** What every payload may carry. */
export class TracedPayload {
  /** W3C `traceparent` of the span that asked for the job. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  traceParent?: string;
}

/** A job that only rings: what there is to do stands in the database. */
export class EmptyPayload extends TracedPayload {}

/** Wakes the publisher at the moment something falls due; the moment is for the dashboard only, the row decides. */
export class WakeUpPayload extends TracedPayload {
  @IsOptional()
  @IsISO8601()
  dueAt?: string;
}

/** One endpoint has deliveries that are due. */
export class DeliverWebhookPayload extends TracedPayload {
  @IsMongoId()
  webhookId: string;
}

/** An event of an outbox asks for a mail, or for the mails of a published post; address and secrets stay in its row. */
export class OutboxEventPayload extends TracedPayload {
  @IsIn(['publishing', 'calendar'])
  schema: 'publishing' | 'calendar';

  @IsMongoId()
  outboxEventId: string;
}
