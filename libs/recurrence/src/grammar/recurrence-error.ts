import { ValidationError } from '@almanac/errors';

const RECURRENCE_PROPERTY = 'input.time.recurrence';

/** A `recurrence` text that is refused; the message says which rule of the grammar it breaks. */
export class RecurrenceError extends ValidationError {
  constructor(message: string) {
    super(message, { property: RECURRENCE_PROPERTY });
  }
}
