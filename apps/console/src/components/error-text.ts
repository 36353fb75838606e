import { ValidationError } from '@almanac/client';

/** The text to show for an error. For a validation error, it is the help or else the context: the message only names the operation. */
export function errorText(error: unknown): string {
  if (error instanceof ValidationError) return error.help ?? error.context ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
