import { MaintenanceError } from '@almanac/errors';

const RETRY_AFTER_SECONDS = 30;

/** The error for an import that ends because the service stops. */
export function serviceStops(): MaintenanceError {
  return new MaintenanceError('The service stops, and the import was cancelled.', {
    help: 'Import the file again when the service runs.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}
