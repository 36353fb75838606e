import { Entity } from 'typeorm';
import { OutboxFact } from '../outbox-fact';

/** The outbox of the calendar schema. */
@Entity({ name: 'outbox', schema: 'calendar' })
export class CalendarFact extends OutboxFact {}
