import { IsIn, IsISO8601, IsMongoId, IsOptional } from 'class-validator';

/** A job that only rings: what there is to do stands in the database. */
export class EmptyPayload {}

/** Wakes the publisher at the moment something falls due; the moment is for the dashboard only, the row decides. */
export class WakeUpPayload {
  @IsOptional()
  @IsISO8601()
  dueAt?: string;
}

/** One endpoint has deliveries that are due. */
export class DeliverWebhookPayload {
  @IsMongoId()
  webhookId: string;
}

/** A fact of an outbox asks for a mail, or for the mails of a published post; address and secrets stay in its row. */
export class FactPayload {
  @IsIn(['publishing', 'calendar'])
  schema: 'publishing' | 'calendar';

  @IsMongoId()
  factId: string;
}
