import type { Occurrence } from '@almanac/client';
import type { admin } from '../../api/admin.ts';
import type { CurrentUser } from '../../api/session.ts';
import type { ItemKind } from './calendar-search.ts';

/** A post or page at one of its dates (see the glossary). */
export type DatedPost = Awaited<ReturnType<typeof admin.get<'/dated/'>>>['dated'][number];

/** Of a post, page or newsletter: what happens or has happened at its date. Of an event: its status. */
export type ItemState =
  | 'published'
  | 'scheduled'
  | 'unpublishing'
  | 'planned'
  | 'sending'
  | 'sent'
  | 'paused'
  | 'cancelled'
  | 'failed'
  | 'confirmed'
  | 'tentative';

interface ItemFields {
  /** Unique among all items. */
  key: string;
  kind: ItemKind;
  state: ItemState;
  title: string;
  /** An instant; the first day of an all-day item. */
  start: string;
  /** Exclusive: an instant, or the day after the last day. Posts, pages and newsletters have only a start. */
  end?: string;
  isAllDay: boolean;
  isOverdue: boolean;
  canMove: boolean;
}

export interface DatedItem extends ItemFields {
  dated: DatedPost;
  occurrence?: undefined;
}

export interface EventItem extends ItemFields {
  /** As the calendar API returns it: its own property `occurrence` has the id, the times and the event. */
  occurrence: Occurrence;
  dated?: undefined;
}

/** A post, page, newsletter or occurrence of an event, as the calendar shows it. */
export type CalendarItem = DatedItem | EventItem;

/**
 * A pending item is shown as overdue this long after its date. The list of overdue posts of the Admin API uses the same limit. The
 * worker normally needs a second or two.
 */
const OVERDUE_MS = 10_000;

/** Whether the calendar lets the user change when a post or page is published or unpublished. The server checks the permission itself. */
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
  // The status is null until the post is published, because its newsletter is created then.
  return status === null ? 'planned' : EMAIL_STATES[status];
}

/** @param now in milliseconds since 1970; decides whether the item is overdue */
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
 * @param languages in which the user prefers the title
 * @param accountId the id of the user's account in the calendar API. The user may move the events that this account owns
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
    occurrence: node,
  };
}

type Information = Occurrence['info'];

/** The title in the first of `languages` that the event has, else its first title. Regions of languages are ignored. */
export function titleOf(info: Information, languages: readonly string[]): string {
  const known = info.filter((entry) => entry !== null);
  const found = languages
    .map((language) => known.find((entry) => entry.language.split('-')[0] === language.split('-')[0]))
    .find((entry) => entry !== undefined);
  return (found ?? known[0])?.title ?? '';
}

/** Whether the occurrence belongs to a series. */
export const isRecurring = ({ occurrence }: EventItem): boolean => occurrence.recurrenceId !== null;
