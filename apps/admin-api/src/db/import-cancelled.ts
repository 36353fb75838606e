import { MaintenanceError } from '@almanac/errors';

const RETRY_AFTER_SECONDS = 30;

/** The error of an import that is cancelled because the service stops. */
export function importCancelled(): MaintenanceError {
  return new MaintenanceError('The service stops, and the import was cancelled.', {
    help: 'Import the file again when the service runs.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
