import { ValidationError } from '@almanac/errors';

const RECURRENCE_PROPERTY = 'input.time.recurrence';

/** A `recurrence` string that is refused; the message names the violated rule of the grammar. */
export class RecurrenceError extends ValidationError {
  constructor(message: string) {
    super(message, { property: RECURRENCE_PROPERTY });
  }
}
