import { Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { Message } from '../../components/message.tsx';
import classes from './agenda.module.css';
import { daysOf } from './days-of-item.ts';
import { ItemIcon, useItemDescription } from './item-label.tsx';
import itemClasses from './item.module.css';
import { groupByDay } from './group-by-day.ts';
import type { CalendarItem } from './items.ts';
import { type Day, dayIn } from './plain-date.ts';
import { useToday } from './use-today.ts';

interface Props {
  items: CalendarItem[];
  from: Day;
  /** The day after the last one. */
  to: Day;
  timeZone: string;
  onOpen: (item: CalendarItem) => void;
}

/** The items as a list, grouped by days. */
export function Agenda({ items, from, to, timeZone, onOpen }: Props) {
  const t = useTranslations('calendar');
  const format = useFormatter();
  const days = groupByDay(items, { from, to, timeZone });
  const today = useToday(timeZone);
  if (days.length === 0) return <Message title={t('emptyTitle')} text={t('emptyText')} />;
  return (
    <div className={classes['agenda']}>
      {days.map(({ day, items: itemsOfDay }) => (
        <section key={day} className={classes['day']} aria-labelledby={`day-${day}`}>
          <h2 id={`day-${day}`} className={classes['date']} aria-current={day === today ? 'date' : undefined}>
            <span>{format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', weekday: 'short' })}</span>
            <span className={classes['number']}>
              {format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', day: 'numeric', month: 'short' })}
            </span>
            {day === today && <span className={classes['today']}>{t('today')}</span>}
          </h2>
          <DayItems day={day} items={itemsOfDay} timeZone={timeZone} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}

type DayProps = Pick<Props, 'timeZone' | 'onOpen'> & { day: Day };

/** The items of one day as a list. */
export function DayItems({ items, ...props }: DayProps & Pick<Props, 'items'>) {
  return (
    <ul className={classes['items']}>
      {items.map((item) => (
        <li key={item.key}>
          <AgendaItem item={item} {...props} />
        </li>
      ))}
    </ul>
  );
}

function AgendaItem({ item, day, timeZone, onOpen }: DayProps & { item: CalendarItem }) {
  const timesText = useTimesText(day, timeZone);
  const describe = useItemDescription();
  return (
    <button
      type="button"
      className={`${classes['item']} ${itemClasses['item']}`}
      data-kind={item.kind}
      data-overdue={item.isOverdue || undefined}
      onClick={() => onOpen(item)}
    >
      <span className={classes['time']}>{timesText(item)}</span>
      <ItemIcon item={item} size={16} />
      <span className={classes['text']}>
        <span className={classes['title']}>{item.title}</span>
        <Text span size="xs" c="dimmed">
          {[describe(item), ...(item.dated?.authors.map(({ name }) => name) ?? [])].join(' · ')}
        </Text>
      </span>
    </button>
  );
}

/**
 * @returns a function that formats the times of an item, e.g. "09:00 – 10:00". If the item has several days, it formats only what belongs to
 *   `day`: the start, the end, or "All day"
 */
function useTimesText(day: Day, timeZone: string): (item: CalendarItem) => string {
  const t = useTranslations('calendar');
  const format = useFormatter();
  const timeText = (instant: string): string =>
    format.dateTime(new Date(instant), { timeZone, hour: '2-digit', minute: '2-digit' });
  return (item) => {
    const { start, end, isAllDay } = item;
    if (isAllDay) return t('allDay');
    const { first, last } = daysOf(item, timeZone);
    if (!end || end === start) return timeText(start);
    if (first === last) return `${timeText(start)} – ${timeText(end)}`;
    if (day === first) return t('fromTime', { time: timeText(start) });
    return day === dayIn(end, timeZone) ? t('untilTime', { time: timeText(end) }) : t('allDay');
  };
}
