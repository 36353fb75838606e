import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** The mails of posts to members. A post has at most one. */
export const emailDefinition = defineResource('emails', {
  id: { type: 'text', since: 'v3', readableBy: 'staff', isPrimaryKey: true },
  uuid: { type: 'uuid', since: 'v3', readableBy: 'staff' },
  postId: { type: 'text', since: 'v3', readableBy: 'staff' },
  status: {
    type: 'text',
    values: ['pending', 'submitting', 'submitted', 'paused', 'cancelled', 'failed'],
    since: 'v3',
    readableBy: 'staff',
  },
  subject: { type: 'text', since: 'v3', readableBy: 'staff', ignoresCase: true },
  recipientFilter: { type: 'text', since: 'v3', readableBy: 'staff' },
  recipientCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  sentCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  failedCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  /** Members who unsubscribed, lost access or were deleted after the mail was requested. */
  skippedCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  /** Why the mail server accepted no mail, or why the worker paused or cancelled the mail of the post; null after a mail was sent. */
  error: { type: 'text', isNullable: true, since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  submittedAt: { type: 'instant', isNullable: true, since: 'v3', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v3', readableBy: 'staff' },
  updatedAt: { type: 'instant', since: 'v3', readableBy: 'staff' },
});

/** The members to whom the mail of a post is sent. */
export const emailRecipientDefinition = defineResource('email_recipients', {
  id: { type: 'text', since: 'v3', readableBy: 'staff', isPrimaryKey: true },
  emailId: { type: 'text', since: 'v3', readableBy: 'staff' },
  memberId: { type: 'text', since: 'v3', readableBy: 'staff' },
  /** `cancelled`: the mail was cancelled before it was sent to this recipient. */
  status: {
    type: 'text',
    values: ['pending', 'sent', 'failed', 'skipped', 'cancelled'],
    since: 'v3',
    readableBy: 'staff',
  },
  attemptCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  nextAttemptAt: { type: 'instant', isNullable: true, since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  /** The response of the mail server, or the reason why the mail was not sent. */
  error: { type: 'text', isNullable: true, since: 'v3', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  processedAt: { type: 'instant', isNullable: true, since: 'v3', readableBy: 'staff' },
});

/** The columns of the mail of a post that the Admin API shows. */
export type EmailColumns = RowOf<typeof emailDefinition>;
export type EmailStatus = EmailColumns['status'];
/** The columns of a recipient that the Admin API shows. */
export type EmailRecipientColumns = RowOf<typeof emailRecipientDefinition>;
