import { NoPermissionError, ValidationError } from '@almanac/client';

/**
 * Whether the error only says that there is no session, or that the role lacks a permission. The messages are those of Ghost, so they do
 * not change. Every other `NoPermissionError` has a reason of its own, e.g. an e-mail address that is not confirmed.
 */
export const isGeneralRefusal = ({ message, context }: NoPermissionError): boolean =>
  message === 'Authorization failed' || /^You do not have permission to /.test(context ?? message);

/**
 * The text to show for an error. For a validation error, this is `help`, or else `context`. For a refusal with a reason of its own, this is
 * `context`, because `message` only names the operation.
 */
export function errorText(error: unknown): string {
  if (error instanceof ValidationError) return error.help ?? error.context ?? error.message;
  if (error instanceof NoPermissionError && !isGeneralRefusal(error)) return error.context ?? error.message;
  return error instanceof Error ? error.message : String(error);
}
