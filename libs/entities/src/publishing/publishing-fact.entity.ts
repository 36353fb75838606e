import { Entity } from 'typeorm';
import { OutboxFact } from '../outbox-fact';

/** The outbox of the publishing schema. */
@Entity({ name: 'outbox', schema: 'publishing' })
export class PublishingFact extends OutboxFact {}
