import type { RowOf } from '../derived-types';
import { defineResource } from '../field-definition';

/** The newsletters: mails of posts to members. A post has at most one newsletter. */
export const emailDefinition = defineResource('emails', {
  id: { type: 'text', since: 'v3', readableBy: 'staff', isPrimaryKey: true },
  uuid: { type: 'uuid', since: 'v3', readableBy: 'staff' },
  postId: { type: 'text', since: 'v3', readableBy: 'staff' },
  /** `pending`: waits for a worker; `submitting`: mails are being sent; `submitted`: no recipient is pending. */
  status: {
    type: 'text',
    values: ['pending', 'submitting', 'submitted', 'paused', 'cancelled', 'failed'],
    since: 'v3',
    readableBy: 'staff',
  },
  subject: { type: 'text', since: 'v3', readableBy: 'staff', ignoresCase: true },
  /** Which members get the post, if they may read it: `all`, `free`, `paid`, or a filter of members. */
  recipientFilter: { type: 'text', since: 'v3', readableBy: 'staff' },
  recipientCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  sentCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  failedCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  /** The number of recipients who got no mail: they were deleted, unsubscribed or lost access meanwhile, or their address is unusable. */
  skippedCount: { type: 'integer', since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  /**
   * Why the newsletter could not be rendered, why the mail server accepted no mail, or why the worker paused or cancelled the newsletter;
   * null after a mail was sent.
   */
  error: { type: 'text', isNullable: true, since: 'v3', readableBy: 'staff', filterableBy: 'none' },
  submittedAt: { type: 'instant', isNullable: true, since: 'v3', readableBy: 'staff' },
  createdAt: { type: 'instant', since: 'v3', readableBy: 'staff' },
  updatedAt: { type: 'instant', since: 'v3', readableBy: 'staff' },
});

/** The recipients of newsletters, one for each member. */
export const emailRecipientDefinition = defineResource('email_recipients', {
  id: { type: 'text', since: 'v3', readableBy: 'staff', isPrimaryKey: true },
  emailId: { type: 'text', since: 'v3', readableBy: 'staff' },
  memberId: { type: 'text', since: 'v3', readableBy: 'staff' },
  /** `skipped`: the member gets no mail, see `error`; `cancelled`: the newsletter was cancelled before it was sent to this recipient. */
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

/** The columns of a newsletter that the Admin API returns. */
export type EmailColumns = RowOf<typeof emailDefinition>;
export type EmailStatus = EmailColumns['status'];
/** The columns of a recipient that the Admin API returns. */
export type EmailRecipientColumns = RowOf<typeof emailRecipientDefinition>;
