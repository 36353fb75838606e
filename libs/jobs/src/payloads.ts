import { IsISO8601, IsMongoId, IsOptional } from 'class-validator';

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

/** One recorded mail is to be sent; address and secrets stay in its row. */
export class SendMailPayload {
  @IsMongoId()
  mailId: string;
}

/** A published post goes out to the members. */
export class MailPostPayload {
  @IsMongoId()
  postId: string;
}
