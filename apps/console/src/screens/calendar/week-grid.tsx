import FullCalendar, { type EventApi, type EventDisplayInfo, useCalendarController } from '@fullcalendar/react';
import { useEffect, useMemo, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import classes from './week-grid.module.css';
import { eventInputOf, itemIn, setItemAttributes, type Move, moveOf, type Slot } from './grid-events.ts';
import { GRID_OPTIONS } from './grid-options.ts';
import { ItemBlock, ItemLine } from './item-label.tsx';
import type { CalendarItem } from './items.ts';
import { addDays, type Day, firstDayOfWeek } from './plain-date.ts';
import { useDayFocus } from './use-day-focus.ts';

/** The minimum duration of an event whose block has room for two lines. */
const TWO_LINES_MS = 3_600_000;

interface Props {
  date: Day;
  timeZone: string;
  /** Must be the same array until the items change, because FullCalendar undoes an unsaved drop when it gets a new array. */
  items: CalendarItem[];
  onOpen: (item: CalendarItem) => void;
  onMove: (move: Move) => void;
  /** Called when the keyboard focus moves to a day outside the week. */
  onDateChange: (day: Day) => void;
  /** Called when the user chooses an empty slot. */
  onCreate: (slot: Slot) => void;
}

/** The week, drawn by FullCalendar. */
export function WeekGrid({ date, timeZone, items, onOpen, onMove, onDateChange, onCreate }: Props) {
  const t = useTranslations('calendar');
  const locale = useLocale();
  const controller = useCalendarController();
  const root = useRef<HTMLDivElement>(null);
  const dayFocus = useDayFocus({
    root,
    date,
    onLeave: onDateChange,
    onChoose: (day) => onCreate({ start: day, end: addDays(day, 1), isAllDay: true }),
  });
  const events = useMemo(() => items.map(eventInputOf), [items]);
  useEffect(() => controller.gotoDate(date), [controller, date]);
  const reportMove = ({ event, revert }: { event: EventApi; revert: () => void }): void => {
    const move = moveOf(event, revert);
    if (move) onMove(move);
  };
  return (
    <div className={classes['scroller']}>
      <div ref={root} className={classes['grid']} onKeyDown={dayFocus.onKeyDown}>
        <FullCalendar
          {...GRID_OPTIONS}
          controller={controller}
          initialView="timeGridWeek"
          initialDate={date}
          timeZone={timeZone}
          locale={locale}
          // In FullCalendar, Sunday is 0.
          firstDay={firstDayOfWeek(locale) % 7}
          events={events}
          datesSet={dayFocus.onDatesSet}
          eventDisplay="block"
          dayHeaderFormat={{ weekday: 'short', day: 'numeric' }}
          allDayText={t('allDay')}
          moreLinkContent={({ num }) => t('more', { count: num })}
          moreLinkHint={(count) => t('moreHint', { count })}
          closeHint={t('close')}
          eventDidMount={({ el, event }) => setItemAttributes(el, itemIn(event.extendedProps))}
          eventContent={EventContent}
          eventClick={({ event, jsEvent }) => {
            jsEvent.preventDefault();
            const item = itemIn(event.extendedProps);
            if (item) onOpen(item);
          }}
          eventDrop={reportMove}
          eventResize={reportMove}
          select={({ startStr, endStr, allDay }) => onCreate({ start: startStr, end: endStr, isAllDay: allDay })}
        />
      </div>
    </div>
  );
}

function EventContent({ event, timeText, isShort }: EventDisplayInfo) {
  const item = itemIn(event.extendedProps);
  if (!item) return event.title;
  const hasOneLine = isShort || (event.end?.getTime() ?? 0) - (event.start?.getTime() ?? 0) < TWO_LINES_MS;
  return hasOneLine || event.allDay ? (
    <ItemLine item={item} time={timeText} />
  ) : (
    <ItemBlock item={item} time={timeText} />
  );
}
