import { Entity } from 'typeorm';
import { OutboxEventEntity } from '../outbox-event.entity';

/** The outbox of the calendar schema. */
@Entity({ name: 'outbox', schema: 'calendar' })
export class CalendarOutboxEvent extends OutboxEventEntity {}
