import { admin } from '../../api/admin.ts';
import { withCalendar } from '../../api/calendar.ts';
import type { DatedPost, EventItem } from './items.ts';
import { moveSeries, type Period } from './move-series.ts';

/** The occurrences to move: only the chosen occurrence, the chosen one and all later ones, or the whole series. */
export type Scope = 'this' | 'following' | 'all';

export interface StartTime {
  /** An instant, or a day if `isAllDay`. */
  start: string;
  isAllDay: boolean;
}

export interface EventTimes extends StartTime {
  /** As `start`; exclusive. */
  end: string;
}

/**
 * Changes the date of the publication or unpublication of a post or page.
 * @returns `dated` with the new date and the new `updated_at`
 * @throws UpdateCollisionError when `updated_at` of the post or page is newer than that of `dated`
 * @throws ValidationError for a publication in less than two minutes; for an unpublication in the past, or not after the publication
 */
export async function reschedule(dated: DatedPost, at: string): Promise<DatedPost> {
  const change = dated.event === 'unpublishing' ? { unpublish_at: at } : { published_at: at };
  const body = { ...change, updated_at: dated.updated_at ?? '' };
  const params = { path: { id: dated.id } };
  const [saved] =
    dated.type === 'page'
      ? (await admin.put('/pages/{id}/', { params, body: { pages: [body] } })).pages
      : (await admin.put('/posts/{id}/', { params, body: { posts: [body] } })).posts;
  return { ...dated, at, updated_at: saved?.updated_at ?? null };
}

/** The Temporal polyfill is large, so it loads when a move first needs it. */
const loadZonedTime = () => import('../../time/zoned-time.ts');

/** The start as an instant. A day becomes the midnight at its beginning in `timeZone`. */
export async function startInstantOf({ start, isAllDay }: StartTime, timeZone: string): Promise<string> {
  return isAllDay ? (await loadZonedTime()).midnightOf(start, timeZone) : new Date(start).toISOString();
}

/** The times as instants. The days of all-day events become midnights in `timeZone`, the zone of the event. */
async function instantsOf({ start, end, isAllDay }: EventTimes, timeZone: string): Promise<Period> {
  const { midnightOf, utcOf } = await loadZonedTime();
  if (isAllDay) return { start: midnightOf(start, timeZone), end: midnightOf(end, timeZone) };
  return { start: utcOf(start), end: utcOf(end) };
}

/**
 * Moves an event, or occurrences of a series.
 * @param times the new times of the given occurrence
 * @param scope ignored for an event without a recurrence rule
 * @returns a function that undoes the move; undefined for the scopes `following` and `all`, which cannot be undone
 */
export async function moveEvent(
  { node }: EventItem,
  times: EventTimes,
  scope: Scope,
): Promise<(() => Promise<unknown>) | undefined> {
  const { event, id, utcStart, utcEnd } = node.occurrence;
  const timeZone = event.time.timeZone ?? 'UTC';
  const next = await instantsOf(times, timeZone);
  const old = { start: utcStart, end: utcEnd };
  if (node.recurrenceId === null) {
    const save = (time: typeof next): Promise<unknown> =>
      withCalendar((calendar) => calendar.updateEvent({ id: event.id, time: { timeZone, ...time } }));
    await save(next);
    return () => save(old);
  }
  if (scope === 'this') {
    // The server refuses `allDay: false` for times from midnight to midnight.
    const save = (time: typeof next, isAllDay: boolean): Promise<unknown> =>
      withCalendar((calendar) => calendar.changeOccurrence({ id, time: { ...time, allDay: isAllDay || null } }));
    await save(next, times.isAllDay);
    return () => save(old, node.isAllDay);
  }
  if (scope === 'following') {
    const time = { ...next, allDay: times.isAllDay || null };
    await withCalendar((calendar) => calendar.changeSeriesFrom({ id, time }));
    return undefined;
  }
  await withCalendar((calendar) => moveSeries(calendar, event, old, next));
  return undefined;
}
