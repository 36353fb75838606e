import { UpdateCollisionError } from '@almanac/client';
import { useFormatter, useTranslations } from 'use-intl';
import { notifyDone, notifyError, notifyUndoable } from '../../components/notify.tsx';
import { useExplainedRefusal } from '../events/use-explained-refusal.ts';
import { useRefreshItems } from './calendar-queries.ts';
import type { DatedPost, EventItem } from './items.ts';
import { addDays } from './plain-date.ts';
import { type EventTimes, moveEvent, reschedule, type Scope, startInstantOf, type StartTime } from './move-items.ts';

const WITH_TIME = { dateStyle: 'full', timeStyle: 'short' } as const;

/** The keys of the texts that report a move, by scope. */
const MOVED_TEXTS = { this: 'moved', following: 'movedFollowing', all: 'movedSeries' } as const;

/** `outdated`: the item was not moved, because it had changed since the calendar read it. */
type Outcome = 'moved' | 'outdated' | 'failed';

/**
 * Moves items. After the server has confirmed a move, a notification offers to undo it, except for the scopes `following` and `all`.
 * After an error, `revert` is called to show the item at its old time.
 */
export function useMoves(timeZone: string) {
  const t = useTranslations('calendar');
  const format = useFormatter();
  const formatTimes = useTimesFormat(timeZone);

  const attempt = useAttempt();
  const offerUndo = (message: string, title: string, undo: () => Promise<unknown>): void =>
    notifyUndoable(message, t('undo'), () => {
      void attempt(title, async () => {
        await undo();
        notifyDone(t('undone', { title }));
      });
    });

  const moveDated = (dated: DatedPost, start: StartTime, revert?: () => void): Promise<Outcome> =>
    attempt(
      dated.title,
      async () => {
        const at = await startInstantOf(start, timeZone);
        const saved = await reschedule(dated, at);
        const time = format.dateTime(new Date(at), { timeZone, ...WITH_TIME });
        const message = t('moved', { title: dated.title, time });
        offerUndo(message, dated.title, () => reschedule(saved, dated.at));
      },
      revert,
    );

  const moveOccurrences = (item: EventItem, times: EventTimes, scope: Scope, revert?: () => void): Promise<Outcome> =>
    attempt(
      item.title,
      async () => {
        const undo = await moveEvent(item, times, scope);
        const message = t(MOVED_TEXTS[scope], { title: item.title, time: formatTimes(times) });
        if (undo) offerUndo(message, item.title, undo);
        else notifyDone(message);
      },
      revert,
    );

  return { moveDated, moveOccurrences, formatTimes };
}

/**
 * @returns a function that runs `act`, which moves an item or undoes a move. It shows the error of `act`, and refreshes the items. The
 * parameter `title` is the title of the item, for the error message
 */
function useAttempt() {
  const t = useTranslations('calendar');
  const explain = useExplainedRefusal();
  const refresh = useRefreshItems();
  return async (title: string, act: () => Promise<void>, revert?: () => void): Promise<Outcome> => {
    try {
      await act();
      return 'moved';
    } catch (error) {
      // Before the refresh, because FullCalendar would otherwise mix the old events with the new ones.
      revert?.();
      const isCollision = error instanceof UpdateCollisionError;
      notifyError(t('changeFailed', { title }), isCollision ? new Error(t('collision')) : explain(error));
      return isCollision ? 'outdated' : 'failed';
    } finally {
      await refresh();
    }
  };
}

/** @returns a function that formats the start and end of an event in a zone, or the first and last day of an all-day event */
function useTimesFormat(timeZone: string): (times: EventTimes) => string {
  const format = useFormatter();
  return ({ start, end, isAllDay }) => {
    if (!isAllDay) return format.dateTimeRange(new Date(start), new Date(end), { timeZone, ...WITH_TIME });
    // `end` is the day after the last one. Without an end, it is equal to `start`.
    const lastDay = end > start ? addDays(end, -1) : start;
    return format.dateTimeRange(dayAsDate(start), dayAsDate(lastDay), { timeZone: 'UTC', dateStyle: 'full' });
  };
}

const dayAsDate = (day: string): Date => new Date(`${day}T00:00:00Z`);
