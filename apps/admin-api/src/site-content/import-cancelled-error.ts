import { MaintenanceError } from '@almanac/errors';

const RETRY_AFTER_SECONDS = 30;

/** The error of an import that is cancelled because the service stops. */
export function importCancelledError(): MaintenanceError {
  return new MaintenanceError('The import was cancelled, because the service is stopping.', {
    help: 'Import the file again when the service runs again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
