import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { notifyError } from '../../../components/notify.tsx';
import type { Move, Slot } from '../grid-events.ts';
import type { CalendarItem } from '../items.ts';
import { addDays, type Day } from '../plain-date.ts';
import { useDayFocus } from '../use-day-focus.ts';
import classes from './month-grid.module.css';
import { type PendingDrop, WEEKS_OF_MONTH, weeksOf } from './month-layout.ts';
import { MonthWeek } from './month-week.tsx';
import { type DragMode, timesAfterDrag } from './drag-times.ts';
import { useMonthDrag } from './use-month-drag.ts';
import { Weekday } from './weekday.tsx';

/** The height of the number of a day. Must equal `--number-height` of `month-grid.module.css`. */
const NUMBER_HEIGHT_PX = 26;
/** The height of a line with an item. Must equal `--line-height` of `month-grid.module.css`. */
const LINE_HEIGHT_PX = 26;

export interface MonthProps {
  /** A day of the month. */
  date: Day;
  /** The first day on the screen. */
  from: Day;
  timeZone: string;
  /** Must be the same array until the items change: with a new array, a dropped item is no longer shown at its new place. */
  items: CalendarItem[];
  onOpen: (item: CalendarItem) => void;
  onMove: (move: Move) => void;
  /** Called when the keyboard focus moves to a day outside the weeks. */
  onDateChange: (day: Day) => void;
  /** Called when the user selects days. */
  onCreate: (slot: Slot) => void;
  /** Called with all items of a day when the user presses its button for the hidden items. */
  onOpenDay: (day: Day, items: CalendarItem[]) => void;
}

/** The month on a wide screen: six weeks with their items. */
export function MonthGrid(props: MonthProps) {
  const { date, from, timeZone, items, onOpen, onMove, onDateChange, onCreate, onOpenDay } = props;
  const t = useTranslations('calendar');
  const { pendingDrops, drop } = useDrops(items, timeZone, onMove);
  const select = (first: Day, last: Day): void => onCreate({ start: first, end: addDays(last, 1), isAllDay: true });
  // An item that was dropped still has its old times, so another drag would begin at these.
  const isDropped = (key: string): boolean => pendingDrops?.some((pending) => pending.key === key) ?? false;
  const itemOf = (key: string): CalendarItem | undefined =>
    isDropped(key) ? undefined : items.find((item) => item.key === key);
  const { root, drag, onPointerDown, onClickCapture } = useMonthDrag({
    timeZone,
    itemOf,
    onDrop: drop,
    onSelect: select,
  });
  const dayFocus = useDayFocus({ root, date, onLeave: onDateChange, onChoose: (day) => select(day, day) });
  const weeks = useMemo(() => weeksOf(from, items, timeZone, pendingDrops), [from, items, timeZone, pendingDrops]);
  const { body, lines } = useLines();
  return (
    <div
      ref={root}
      role="table"
      aria-label={t('title')}
      className={classes['grid']}
      data-dragging={drag?.mode}
      onKeyDown={dayFocus.onKeyDown}
      onPointerDown={onPointerDown}
      onClickCapture={onClickCapture}
    >
      <div role="rowgroup">
        <div role="row" className={classes['head']}>
          {weeks[0]?.days.map((day) => (
            <Weekday key={day} day={day} />
          ))}
        </div>
      </div>
      <div role="rowgroup" ref={body} className={classes['weeks']}>
        {weeks.map((week) => (
          <MonthWeek
            key={week.days[0]}
            week={week}
            month={date.slice(0, 7)}
            lines={lines}
            timeZone={timeZone}
            drag={drag}
            onOpen={onOpen}
            onOpenDay={onOpenDay}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Reports a dropped item as a move. `pendingDrops` show the items at their new places until `items` is another array, normally because the
 * changed items have arrived from the server.
 */
function useDrops(items: CalendarItem[], timeZone: string, onMove: (move: Move) => void) {
  const t = useTranslations();
  const [dropped, setDropped] = useState<{ droppedIn: CalendarItem[]; drops: PendingDrop[] }>();
  const drop = (item: CalendarItem, mode: DragMode, days: number): void => {
    const added: PendingDrop = { key: item.key, mode, days };
    setDropped((before) => {
      const others = before?.droppedIn === items ? before.drops.filter(({ key }) => key !== item.key) : [];
      return { droppedIn: items, drops: [...others, added] };
    });
    const revert = (): void =>
      setDropped((before) => before && { ...before, drops: before.drops.filter((other) => other !== added) });
    void timesAfterDrag(item, mode, days, timeZone).then(
      (times) => onMove({ item, ...times, isAllDay: item.isAllDay, revert }),
      () => {
        revert();
        const { title } = item;
        notifyError(t('calendar.changeFailed', { title }), new Error(t('common.partFailed')));
      },
    );
  };
  return { pendingDrops: dropped?.droppedIn === items ? dropped.drops : undefined, drop };
}

/** @returns `lines`, the number of lines for items that fit in each day, and `body`, the ref of the element that contains the weeks */
function useLines() {
  const body = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState(1);
  useLayoutEffect(() => {
    const element = body.current;
    if (!element) return;
    const measure = (): void =>
      setLines(Math.max(1, Math.floor((element.clientHeight / WEEKS_OF_MONTH - NUMBER_HEIGHT_PX) / LINE_HEIGHT_PX)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { body, lines };
}
