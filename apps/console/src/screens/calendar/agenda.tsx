import { Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { Message } from '../../components/message.tsx';
import classes from './agenda.module.css';
import { ItemIcon, useItemDescription } from './item-label.tsx';
import itemClasses from './item.module.css';
import { groupByDay } from './group-by-day.ts';
import type { CalendarItem } from './items.ts';
import { type Day, dayIn } from './plain-date.ts';

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
  const today = dayIn(new Date(), timeZone);
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
          <DayItems items={itemsOfDay} timeZone={timeZone} onOpen={onOpen} />
        </section>
      ))}
    </div>
  );
}

/** The items of one day as a list. */
export function DayItems({ items, timeZone, onOpen }: Pick<Props, 'items' | 'timeZone' | 'onOpen'>) {
  return (
    <ul className={classes['items']}>
      {items.map((item) => (
        <li key={item.key}>
          <AgendaItem item={item} timeZone={timeZone} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  );
}

function AgendaItem({ item, timeZone, onOpen }: Pick<Props, 'timeZone' | 'onOpen'> & { item: CalendarItem }) {
  const timesText = useTimesText(timeZone);
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

/** @returns a function that formats the times of an item, e.g. "09:00 – 10:00" */
function useTimesText(timeZone: string): (item: CalendarItem) => string {
  const t = useTranslations('calendar');
  const format = useFormatter();
  const timeText = (instant: string): string =>
    format.dateTime(new Date(instant), { timeZone, hour: '2-digit', minute: '2-digit' });
  return ({ start, end, isAllDay }) => {
    if (isAllDay) return t('allDay');
    return end && end !== start ? `${timeText(start)} – ${timeText(end)}` : timeText(start);
  };
}
