export {
  type Mail,
  type MailPayload,
  mailRequested,
  type MailTemplate,
  type MailValues,
  openMail,
  sealMail,
} from './mail';
export { openText, sealText } from './sealed-text';
export { type Fact, type FactHeader, type RecordedFact } from './fact';
export { outboxChannel } from './outbox-table';
export { currentTraceParent } from './trace-parent';
export { recordFact, recordFacts, recordSelectedFacts } from './record-facts';
export {
  claimUnrelayedFacts,
  findFact,
  findFacts,
  markCompleted,
  markRelayed,
  outboxBacklog,
  reclaimIncompleteFacts,
} from './relay-facts';
export { reviveSnapshots, type Snapshots } from './snapshot';
