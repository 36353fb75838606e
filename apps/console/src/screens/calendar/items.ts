import type { Occurrence } from '@almanac/client';
import type { admin } from '../../api/admin.ts';
import type { CurrentUser } from '../../api/session.ts';
import type { ItemKind } from './calendar-search.ts';

/** A post or page with one of its dates: published, scheduled, unpublished or mailed. */
export type DatedPost = Awaited<ReturnType<typeof admin.get<'/dated/'>>>['dated'][number];

/** What happens, or happened, to a post or page at its date. */
type PostState = 'published' | 'scheduled' | 'unpublishing';
type NewsletterState = 'planned' | 'sending' | 'sent' | 'paused' | 'cancelled' | 'failed';
type EventState = 'confirmed' | 'tentative';

export type ItemState = PostState | NewsletterState | EventState;

interface ItemFields {
  /** Unique among all items. */
  key: string;
  kind: ItemKind;
  state: ItemState;
  title: string;
  /** An instant, or the first day of an all-day item. */
  start: string;
  /** Exclusive: an instant, or the day after the last day of an all-day item. Posts, pages and newsletters have no end. */
  end?: string;
  isAllDay: boolean;
  isOverdue: boolean;
  /** Whether the Console lets the user move the item. */
  canMove: boolean;
}

export interface DatedItem extends ItemFields {
  dated: DatedPost;
  node?: undefined;
}

export interface EventItem extends ItemFields {
  /**
   * An `OccurrenceNode` of the calendar API. It has the title, the place, the status and, if it is all-day, its days. Its property
   * `occurrence` has the id, the times and the event.
   */
  node: Occurrence;
  dated?: undefined;
}

/** A post, page, newsletter or occurrence of an event, as the calendar shows it. */
export type CalendarItem = DatedItem | EventItem;

/**
 * A scheduled publication or unpublication is shown as overdue this long after its date. Equals `GRACE_SECONDS` of the Admin API, which
 * lists overdue posts.
 */
const OVERDUE_MS = 10_000;

/** Whether the Console lets the user change the date of a publication or unpublication. The server checks the permission itself. */
function canSchedule(dated: DatedPost, user: CurrentUser): boolean {
  if (user.role !== 'Author' && user.role !== 'Contributor') return true;
  return user.role === 'Author' && dated.authors.some(({ id }) => id === user.id);
}

const EMAIL_STATES = {
  pending: 'sending',
  submitting: 'sending',
  submitted: 'sent',
  paused: 'paused',
  cancelled: 'cancelled',
  failed: 'failed',
} as const;

function stateOf({ event, email_status: status }: DatedPost): ItemState {
  if (event !== 'email') return event;
  // The status is null until the post is published, because the publication creates the newsletter.
  return status === null ? 'planned' : EMAIL_STATES[status];
}

/** The item of a post, page or newsletter. @param now in milliseconds since 1970; decides whether the item is overdue */
export function itemOfDated(dated: DatedPost, user: CurrentUser, now: number): DatedItem {
  const isPending = dated.event === 'scheduled' || dated.event === 'unpublishing';
  return {
    key: `${dated.id}-${dated.event}`,
    kind: dated.event === 'email' ? 'newsletter' : dated.type,
    state: stateOf(dated),
    title: dated.title,
    start: dated.at,
    isAllDay: false,
    isOverdue: isPending && Date.parse(dated.at) < now - OVERDUE_MS,
    canMove: isPending && canSchedule(dated, user),
    dated,
  };
}

/**
 * The item of an occurrence.
 * @param languages the languages in which the user reads titles, the preferred one first
 * @param accountId the id of the user's account in the calendar API. The user may move the events of which this account is the owner
 */
export function itemOfOccurrence(node: Occurrence, languages: readonly string[], accountId?: string): EventItem {
  const { occurrence, startDate, endDate } = node;
  const isAllDay = node.isAllDay && startDate !== null && endDate !== null;
  return {
    key: occurrence.id,
    kind: 'event',
    state: node.status === 'tentative' ? 'tentative' : 'confirmed',
    title: titleOf(node.info, languages),
    start: isAllDay ? startDate : occurrence.utcStart,
    end: isAllDay ? endDate : occurrence.utcEnd,
    isAllDay,
    isOverdue: false,
    canMove: occurrence.event.owner.id === accountId,
    node,
  };
}

type Information = Occurrence['info'];

/**
 * The title of an event in the first of `languages` that the event has, else its first title; empty if the event has none. Of a language
 * tag, only the part before the first dash is compared, so `de-AT` equals `de`.
 */
export function titleOf(info: Information, languages: readonly string[]): string {
  const known = info.filter((entry) => entry !== null);
  const found = languages
    .map((language) => known.find((entry) => primaryTagOf(entry.language) === primaryTagOf(language)))
    .find((entry) => entry !== undefined);
  return (found ?? known[0])?.title ?? '';
}

/** The part of a language tag before the first dash. Language tags do not distinguish upper and lower case. */
const primaryTagOf = (language: string): string | undefined => language.toLowerCase().split('-')[0];

/** Whether the occurrence belongs to a series. */
export const isRecurring = ({ node }: EventItem): boolean => node.recurrenceId !== null;
