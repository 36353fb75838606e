import {
  postDefinition,
  type PostStatus,
  type PostVisibility,
  postStatuses,
  postVisibilities,
} from '@almanac/resource-fields';
import { isRecipientFilter } from '../emails/recipients-sql';
import {
  cut,
  fileIdIn,
  flagIn,
  hasValue,
  type ImportedRecord,
  instantIn,
  restrictingFlagIn,
  textIn,
} from './imported-row';
import type { ImportedPostChangeKind } from './import-report';

/** A difference between a stored post and its row in the file, for the report. */
export interface RowChange {
  change: ImportedPostChangeKind;
  detail: string;
}

/**
 * The fields that decide who may see a post or gets it by mail, and when. If a published post has no date of publication, it gets its
 * creation date.
 */
export interface PostAccess extends PostMailing {
  status: PostStatus;
  visibility: PostVisibility;
  /** Whether the post is sent by e-mail only, so the Content API does not return it. */
  emailOnly: boolean;
  createdAt: Date;
  publishedAt: Date | null;
  unpublishAt: Date | null;
}

interface PostMailing {
  emailRecipientFilter: string;
  sendEmailWhenPublished: boolean;
}

/** The status in Ghost of a post that was sent by e-mail only. */
const SENT = 'sent';

/**
 * The access fields of a post of the file, and the changes to report.
 * - A visibility that Almanac does not have (tiers, labels or a filter of members) or cannot read becomes `paid`: visitors who do not pay
 *   do not see the content of the post. A row without a visibility is public.
 * - A post with an unknown status becomes a draft. A post that was sent by e-mail only (status `sent`) is published, but the Content API
 *   does not return it. The Content API does not return a post whose value of `email_only` cannot be read, either.
 * - A scheduled post without a time in the future becomes a draft, so that no import publishes a post by itself.
 * - A draft or scheduled post is mailed at its publication only if its row has the flag `send_email_when_published`, no newsletter of
 *   Ghost, and no invalid recipient filter. A published post is not mailed.
 * - A time of unpublication is left out if the post has no time of publication, or an equal or later one.
 */
export function accessOf(row: ImportedRecord, now: Date): { access: PostAccess; changes: RowChange[] } {
  const changes: RowChange[] = [];
  const publishedAt = instantIn(row, 'published_at');
  changes.push(...unreadableDates(row));
  const status = statusOf(row, { publishedAt, now }, changes);
  if (status === 'scheduled' && fileIdIn(row, 'newsletter_id') !== undefined) {
    changes.push({ change: 'recipients', detail: 'It was scheduled with a newsletter. It is not sent by e-mail.' });
  }
  const unpublishAt = instantIn(row, 'unpublish_at');
  const createdAt = instantIn(row, 'created_at') ?? publishedAt ?? now;
  const published = status === 'published' ? (publishedAt ?? createdAt) : publishedAt;
  const access: PostAccess = {
    status,
    visibility: visibilityOf(row, changes),
    emailOnly: emailOnlyOf(row, changes),
    createdAt,
    publishedAt: published,
    unpublishAt: published !== null && unpublishAt !== null && unpublishAt > published ? unpublishAt : null,
    ...mailSettingsOf(row, { status, now }, changes),
  };
  return { access, changes };
}

const DATES = ['created_at', 'published_at', 'unpublish_at'];

function unreadableDates(row: ImportedRecord): RowChange[] {
  const isUnreadable = (name: string): boolean => hasValue(row, name) && instantIn(row, name) === null;
  return DATES.filter(isUnreadable).map((name) => ({
    change: 'date',
    detail: `The date in ${name} cannot be read. It was left out.`,
  }));
}

/** The status to store. Adds its difference from the row to `changes`. */
function statusOf(
  row: ImportedRecord,
  { publishedAt, now }: { publishedAt: Date | null; now: Date },
  changes: RowChange[],
): PostStatus {
  const text = textIn(row, 'status');
  if (text === SENT) {
    changes.push({ change: 'email-only', detail: 'The post was sent by e-mail only. It is not on the site.' });
    return 'published';
  }
  const status = hasValue(row, 'status') ? postStatuses.find((one) => one === text) : 'draft';
  if (status === undefined) {
    changes.push({ change: 'status', detail: `The status "${shown(row, 'status')}" is unknown. The post is a draft.` });
    return 'draft';
  }
  if (status !== 'scheduled' || (publishedAt !== null && publishedAt > now)) return status;
  changes.push({ change: 'status', detail: 'The post was scheduled without a time in the future. It is a draft.' });
  return 'draft';
}

function visibilityOf(row: ImportedRecord, changes: RowChange[]): PostVisibility {
  if (!hasValue(row, 'visibility')) return 'public';
  const visibility = postVisibilities.find((one) => one === row.visibility);
  if (visibility !== undefined) return visibility;
  const detail = `The visibility "${shown(row, 'visibility')}" has no equivalent. The post is for paying members.`;
  changes.push({ change: 'visibility', detail });
  return 'paid';
}

function emailOnlyOf(row: ImportedRecord, changes: RowChange[]): boolean {
  if (textIn(row, 'status') === SENT) return true;
  const isEmailOnly = restrictingFlagIn(row, 'email_only');
  if (isEmailOnly && !flagIn(row, 'email_only')) {
    changes.push({
      change: 'email-only',
      detail: 'The value of email_only cannot be read. The post is not on the site.',
    });
  }
  return isEmailOnly;
}

const DEFAULT_RECIPIENTS = postDefinition.fields.emailRecipientFilter.default;

function mailSettingsOf(
  row: ImportedRecord,
  { status, now }: { status: PostStatus; now: Date },
  changes: RowChange[],
): PostMailing {
  const filter = textIn(row, 'email_recipient_filter') ?? DEFAULT_RECIPIENTS;
  if (isRecipientFilter(filter, now)) {
    // A published post was mailed by the old site, and must not be mailed again when it is published again.
    const isMailed =
      status !== 'published' &&
      flagIn(row, 'send_email_when_published') &&
      fileIdIn(row, 'newsletter_id') === undefined;
    return { emailRecipientFilter: filter, sendEmailWhenPublished: isMailed };
  }
  const detail = 'Its recipient filter is not valid. It has the default recipients, and is not sent by e-mail.';
  changes.push({ change: 'recipients', detail });
  return { emailRecipientFilter: DEFAULT_RECIPIENTS, sendEmailWhenPublished: false };
}

const MAX_SHOWN_LENGTH = 100;

/** The beginning of the value in a column, for the report. */
function shown(row: ImportedRecord, name: string): string {
  return cut(textIn(row, name) ?? JSON.stringify(row[name]), MAX_SHOWN_LENGTH);
}
