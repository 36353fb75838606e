import { MaintenanceError } from '@almanac/errors';

const RETRY_AFTER_SECONDS = 30;

/** The error for an import while another one runs. */
export function importRunningError(): MaintenanceError {
  return new MaintenanceError('Another import is running.', {
    help: 'Wait until it has ended, then import again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
