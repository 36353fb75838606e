import { ValidationError } from '@almanac/errors';

const RECURRENCE_PROPERTY = 'input.time.recurrence';

/** The error for a `recurrence` string that is not accepted. The message names the violated rule of the grammar or the exceeded limit. */
export class RecurrenceError extends ValidationError {
  constructor(message: string) {
    super(message, { property: RECURRENCE_PROPERTY });
  }
}
