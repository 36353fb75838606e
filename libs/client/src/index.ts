export { AdminClient, type AdminClientOptions, type AdminPaths } from './admin.ts';
export { createAdminToken } from './authentication/admin-key.ts';
export { CalendarClient, type CalendarClientOptions } from './calendar/calendar-client.ts';
export type { EventDetails, ListedEvent, Occurrence, RsvpResponse, RsvpSettings } from './calendar/calendar-results.ts';
export type {
  ChangeOccurrenceInput,
  ChangeSeriesFromInput,
  CreateEventInput,
  EventTimeInput,
  RsvpCountsFieldsFragment as RsvpCounts,
  RsvpState,
  SetRsvpInput,
  UpdateEventInput,
} from './generated/calendar.ts';
export type { TypedDocument } from './calendar/typed-document.ts';
export { ContentClient, type ContentClientOptions, type ContentPaths } from './content.ts';
export {
  ApiError,
  BadRequestError,
  IncorrectUsageError,
  InternalServerError,
  MaintenanceError,
  NoPermissionError,
  NotFoundError,
  NotImplementedError,
  RequestEntityTooLargeError,
  RequestNotAcceptableError,
  TooManyRequestsError,
  UnauthorizedError,
  UnsupportedMediaTypeError,
  UpdateCollisionError,
  ValidationError,
  VersionMismatchError,
} from './errors/api-error.ts';
export { ConnectionError, TimeoutError } from './errors/connection-error.ts';
export type { components as AdminComponents } from './generated/admin-canary.ts';
export type { components as AdminV5Components } from './generated/admin-v5.ts';
export type { components as ContentComponents } from './generated/content-canary.ts';
export type { components as ContentV5Components } from './generated/content-v5.ts';
export type { ItemOf, ListPath, ResponseBody } from './transport/api-types.ts';
export type { UploadProgress } from './transport/upload-progress.ts';
export {
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookRequest,
  WebhookVerificationError,
} from './webhooks/verify-webhook.ts';
