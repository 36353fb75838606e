import { Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { DayItems } from '../agenda.tsx';
import type { CalendarItem } from '../items.ts';
import type { Day } from '../plain-date.ts';
import { useDayFocus } from '../use-day-focus.ts';
import { useToday } from '../use-today.ts';
import gridClasses from './month-grid.module.css';
import { covers, fitSegments, type Week, weeksOf } from './month-layout.ts';
import classes from './phone-month.module.css';
import { Weekday } from './weekday.tsx';
import itemClasses from '../item.module.css';

/** The number of marks that fit in a day, by the height of a day in `phone-month.module.css`. */
const MAX_MARKS = 3;

interface Props {
  /** The chosen day; its month is shown. */
  date: Day;
  /** The first day on the screen. */
  from: Day;
  timeZone: string;
  items: CalendarItem[];
  isLoading: boolean;
  onOpen: (item: CalendarItem) => void;
  /** Called when the user chooses a day, or moves the keyboard focus to a day outside the weeks. */
  onDateChange: (day: Day) => void;
}

/** The month on a narrow screen: each day shows marks for at most `MAX_MARKS` of its items. Below are the items of the chosen day. */
export function PhoneMonth({ date, from, timeZone, items, isLoading, onOpen, onDateChange }: Props) {
  const t = useTranslations('calendar');
  const root = useRef<HTMLDivElement>(null);
  const weeks = useMemo(() => weeksOf(from, items, timeZone), [from, items, timeZone]);
  const { onKeyDown } = useDayFocus({ root, date, onLeave: onDateChange, onChoose: onDateChange });
  const chosenWeek = weeks.find(({ days }) => days.includes(date));
  return (
    <>
      <div ref={root} role="table" aria-label={t('title')} className={classes['month']} onKeyDown={onKeyDown}>
        <div role="rowgroup">
          <div role="row" className={gridClasses['head']}>
            {weeks[0]?.days.map((day) => (
              <Weekday key={day} day={day} />
            ))}
          </div>
        </div>
        <div role="rowgroup">
          {weeks.map((week) => (
            <PhoneWeek key={week.days[0]} week={week} date={date} timeZone={timeZone} onChoose={onDateChange} />
          ))}
        </div>
      </div>
      <ChosenDay
        day={date}
        items={chosenWeek ? itemsOf(chosenWeek, date) : []}
        isLoading={isLoading}
        timeZone={timeZone}
        onOpen={onOpen}
      />
    </>
  );
}

function itemsOf({ days, segments }: Week, day: Day): CalendarItem[] {
  const column = days.indexOf(day);
  return segments.filter((segment) => covers(segment, column)).map(({ item }) => item);
}

interface WeekProps {
  week: Week;
  /** The chosen day. */
  date: Day;
  timeZone: string;
  onChoose: (day: Day) => void;
}

function PhoneWeek({ week, date, timeZone, onChoose }: WeekProps) {
  const t = useTranslations('calendar');
  const nameOf = useDayName();
  const today = useToday(timeZone);
  const { shown, hidden } = fitSegments(week, MAX_MARKS);
  return (
    <div role="row" className={gridClasses['week']}>
      {week.days.map((day, column) => (
        <div key={day} role="cell" className={classes['cell']}>
          <button
            type="button"
            className={classes['day']}
            data-date={day}
            data-other={day.slice(0, 7) !== date.slice(0, 7) || undefined}
            aria-label={t('dayEntries', { day: nameOf(day), count: itemsOf(week, day).length })}
            aria-pressed={day === date}
            aria-current={day === today ? 'date' : undefined}
            onClick={() => onChoose(day)}
          >
            <span className={classes['number']}>{Number(day.slice(8))}</span>
          </button>
          {shown
            .filter((segment) => segment.column === column)
            .map(({ item: { key, kind, isOverdue }, lane, length, isStart, isEnd }) => (
              <span
                key={key}
                className={`${itemClasses['item']} ${classes['mark']}`}
                style={{ '--lane': lane, '--length': length }}
                data-kind={kind}
                data-short={(length === 1 && isStart && isEnd) || undefined}
                data-overdue={isOverdue || undefined}
              />
            ))}
          {(hidden[column] ?? 0) > 0 && <span className={classes['more']}>+{hidden[column]}</span>}
        </div>
      ))}
    </div>
  );
}

/** @returns a function that names a day, e.g. "Wednesday, 12 May 2032" */
function useDayName(): (day: Day) => string {
  const format = useFormatter();
  return (day) => format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', dateStyle: 'full' });
}

type ChosenProps = Pick<Props, 'items' | 'isLoading' | 'timeZone' | 'onOpen'> & { day: Day };

function ChosenDay({ day, items, isLoading, timeZone, onOpen }: ChosenProps) {
  const t = useTranslations('calendar');
  const nameOf = useDayName();
  return (
    <section className={classes['chosen']} aria-labelledby="chosen-day">
      <h2 id="chosen-day" className={classes['chosenDay']} aria-live="polite">
        {nameOf(day)}
      </h2>
      {isLoading && <SkeletonRows rows={2} height={56} />}
      {!isLoading && items.length > 0 && <DayItems day={day} items={items} timeZone={timeZone} onOpen={onOpen} />}
      {!isLoading && items.length === 0 && (
        <Text size="sm" c="dimmed" px={8}>
          {t('dayEmpty')}
        </Text>
      )}
    </section>
  );
}
