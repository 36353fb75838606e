import { useFormatter, useTranslations } from 'use-intl';
import { ItemLine } from '../item-label.tsx';
import itemClasses from '../item.module.css';
import type { CalendarItem } from '../items.ts';
import type { Day } from '../plain-date.ts';
import { useToday } from '../use-today.ts';
import classes from './month-grid.module.css';
import { covers, fitSegments, type Segment, type Week } from './month-layout.ts';
import { type Drag, isTarget } from './use-month-drag.ts';

interface Props {
  week: Week;
  /** `YYYY-MM`: days of other months get a different background. */
  month: string;
  /** The number of lines for items in each day. */
  lines: number;
  timeZone: string;
  drag: Drag | undefined;
  onOpen: (item: CalendarItem) => void;
  onOpenDay: (day: Day, items: CalendarItem[]) => void;
}

/** The seven days of a week. An item of several days is rendered in the cell of its first day in this week, and covers the next cells. */
export function MonthWeek({ week, month, lines, timeZone, drag, onOpen, onOpenDay }: Props) {
  const format = useFormatter();
  const today = useToday(timeZone);
  const { shown, hidden } = fitSegments(week, lines);
  return (
    <div role="row" className={classes['week']}>
      {week.days.map((day, column) => (
        <div
          key={day}
          role="cell"
          data-date={day}
          aria-label={format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'full' })}
          aria-current={day === today ? 'date' : undefined}
          className={classes['day']}
          data-other={!day.startsWith(month) || undefined}
          data-target={(drag && isTarget(day, drag)) || undefined}
        >
          <DayNumber day={day} />
          {shown
            .filter((segment) => segment.column === column)
            .map((segment) => (
              <SegmentButton
                key={segment.item.key}
                segment={segment}
                timeZone={timeZone}
                isDragged={drag?.item?.key === segment.item.key}
                onOpen={onOpen}
              />
            ))}
          {(hidden[column] ?? 0) > 0 && (
            <MoreButton
              count={hidden[column] ?? 0}
              lane={lines - 1}
              onClick={() =>
                onOpenDay(
                  day,
                  week.segments.filter((segment) => covers(segment, column)).map(({ item }) => item),
                )
              }
            />
          )}
        </div>
      ))}
    </div>
  );
}

/** The number of a day; for the first day of a month also the name of the month. */
function DayNumber({ day }: { day: Day }) {
  const format = useFormatter();
  const date = new Date(`${day}T00:00:00Z`);
  const text = day.endsWith('-01')
    ? format.dateTime(date, { timeZone: 'UTC', day: 'numeric', month: 'short' })
    : String(date.getUTCDate());
  return (
    <span className={classes['number']} aria-hidden>
      {text}
    </span>
  );
}

interface SegmentProps {
  segment: Segment;
  timeZone: string;
  isDragged: boolean;
  onOpen: (item: CalendarItem) => void;
}

/** The part of an item that is in this week. Its lane is the line below the number of the day, from 0. */
function SegmentButton({ segment, timeZone, isDragged, onOpen }: SegmentProps) {
  const format = useFormatter();
  const { item, length, lane, isStart, isEnd } = segment;
  const time =
    item.isAllDay || !isStart
      ? ''
      : format.dateTime(new Date(item.start), { timeZone, hour: '2-digit', minute: '2-digit' });
  // Only items with a `node`, i.e. events, have an end. In the month, a resize is by whole days, so an event with times within one
  // day cannot be resized.
  const canResize = item.canMove && isEnd && item.node !== undefined && (item.isAllDay || length > 1 || !isStart);
  return (
    <button
      type="button"
      className={`${itemClasses['item']} ${classes['segment']}`}
      style={{ '--lane': lane, '--length': length }}
      data-key={item.key}
      data-kind={item.kind}
      data-state={item.state}
      data-overdue={item.isOverdue || undefined}
      data-movable={item.canMove || undefined}
      data-dragged={isDragged || undefined}
      data-from-previous-week={!isStart || undefined}
      data-into-next-week={!isEnd || undefined}
      onClick={() => onOpen(item)}
    >
      <ItemLine item={item} time={time} />
      {canResize && <span data-resize className={classes['resize']} />}
    </button>
  );
}

function MoreButton({ count, lane, onClick }: { count: number; lane: number; onClick: () => void }) {
  const t = useTranslations('calendar');
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('moreHint', { count })}
      className={classes['more']}
      style={{ '--lane': lane }}
      onClick={onClick}
    >
      {t('more', { count })}
    </button>
  );
}
