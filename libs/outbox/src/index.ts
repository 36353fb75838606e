export {
  type EventOf,
  isCalendarEvent,
  isWebhookEvent,
  MAIL_REQUESTED,
  type OutboxEventName,
  parseWebhookEvent,
  POST_MAILED,
  type PostAction,
  type ResourceAction,
  type WebhookEvent,
  webhookEvents,
  type WebhookResource,
} from './event-names';
export {
  type Mail,
  type MailPayload,
  type MailTemplate,
  type MailValues,
  openMail,
  type RsvpCalendarEntry,
  type RsvpMailValues,
  sealMail,
} from './mail';
export {
  type NewOutboxEvent,
  type OutboxEvent,
  type OutboxEventHeader,
  type RecordedEventType,
  type Snapshots,
  TEST_SUBJECT,
} from './outbox-event';
export { outboxChannel } from './outbox-table';
export { recordEvent, recordEvents, recordSelectedEvents } from './record-events';
export {
  claimUnrelayedEvents,
  cancelUnsentMails,
  findOutboxEvent,
  findOutboxEvents,
  findUnknownEventNames,
  markCompleted,
  markFailed,
  markRelayed,
  type OutboxBacklog,
  outboxBacklog,
  postponeReclaim,
  reclaimIncompleteEvents,
} from './relay-events';
export { openText, sealText } from './sealed-text';
export { currentTraceParent } from './trace-parent';
