import { IsIn, IsISO8601, IsMongoId, IsOptional, IsString, MaxLength } from 'class-validator';

/** The part all payloads share. */
export class TracedPayload {
  /** W3C `traceparent` of the span that added the job. */
  @IsOptional()
  @IsString()
  @MaxLength(128)
  traceParent?: string;
}

/** A job without parameters: PostgreSQL stores what there is to do. */
export class EmptyPayload extends TracedPayload {}

/** Wakes the sweep for due posts. Only the dashboard uses the instant; the rows decide what is due. */
export class WakeUpPayload extends TracedPayload {
  @IsOptional()
  @IsISO8601()
  dueAt?: string;
}

/** Wakes a worker for one endpoint that has due deliveries. */
export class DeliverWebhookPayload extends TracedPayload {
  @IsMongoId()
  webhookId: string;
}

/** Names the outbox event of a mail or of a published post. Addresses and secrets stay in its row. */
export class OutboxEventPayload extends TracedPayload {
  @IsIn(['publishing', 'calendar'])
  schema: 'publishing' | 'calendar';

  @IsMongoId()
  outboxEventId: string;
}
