import { Entity } from 'typeorm';
import { OutboxEventEntity } from '../outbox-event.entity';

/** The outbox of the publishing schema. */
@Entity({ name: 'outbox', schema: 'publishing' })
export class PublishingOutboxEvent extends OutboxEventEntity {}
