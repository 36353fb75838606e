export {
  type Mail,
  type MailPayload,
  MAIL_REQUESTED,
  type MailTemplate,
  type MailValues,
  openMail,
  sealMail,
} from './mail';
export { openText, sealText } from './sealed-text';
export { type NewOutboxEvent, type OutboxEventHeader, type OutboxEvent } from './outbox-event';
export { outboxChannel } from './outbox-table';
export { currentTraceParent } from './trace-parent';
export { recordEvent, recordEvents, recordSelectedEvents } from './record-events';
export {
  claimUnrelayedEvents,
  findOutboxEvent,
  findOutboxEvents,
  markCompleted,
  markRelayed,
  outboxBacklog,
  reclaimIncompleteEvents,
} from './relay-events';
export { reviveSnapshots, type Snapshots } from './snapshot';
