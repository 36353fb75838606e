import { useFormatter, useTranslations } from 'use-intl';
import { type Day, DAY_MS, isDay } from '../calendar/plain-date.ts';
import { ordinalOf, type Recurrence, type SimpleRule, WEEKDAYS, weekdayOf, type Weekday } from './recurrence.ts';

/** Midnight of a Monday in UTC, in milliseconds since 1970. Only the weekday matters. */
const MONDAY_MS = Date.UTC(2024, 0, 1);

/** @returns a function that names a weekday in the language of the Console, e.g. "Tuesday" */
export function useWeekdayName(): (weekday: Weekday, style?: 'long' | 'short') => string {
  const format = useFormatter();
  return (weekday, style = 'long') =>
    format.dateTime(MONDAY_MS + WEEKDAYS.indexOf(weekday) * DAY_MS, { timeZone: 'UTC', weekday: style });
}

/**
 * @returns a function that describes a recurrence, e.g. "Every second Tuesday until 3 March 2027". Its parameter `day` is the first day
 * of the event. The text is empty while the day in `end` (until when the rule applies) is invalid, e.g.
 * while its year has five digits
 */
export function useRecurrenceText(): (recurrence: Recurrence, day: Day) => string {
  const t = useTranslations('events');
  const format = useFormatter();
  const weekdayName = useWeekdayName();
  const dateOf = (day: Day, options: { month: 'long'; year?: 'numeric' }): string =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', day: 'numeric', ...options });

  const sentenceOf = ({ frequency, interval, weekdays, monthly }: SimpleRule, day: Day): string => {
    const weekday = weekdayName(weekdayOf(day));
    switch (frequency) {
      case 'DAILY':
        return t('rules.daily', { interval });
      case 'WEEKLY': {
        const days = WEEKDAYS.filter((name) => weekdays.includes(name)).map((name) => weekdayName(name));
        return t('rules.weekly', { interval, days: format.list(days.length > 0 ? days : [weekday]) });
      }
      case 'MONTHLY':
        return monthly === 'day'
          ? t('rules.monthlyDay', { interval, day: Number(day.slice(8)) })
          : t('rules.monthlyWeekday', { interval, ordinal: String(ordinalOf(day)), weekday });
      case 'YEARLY':
        return t('rules.yearly', { interval, date: dateOf(day, { month: 'long' }) });
    }
  };
  const endOf = ({ end }: SimpleRule): string => {
    if (end.type === 'until')
      return ` ${t('rules.until', { date: dateOf(end.day, { month: 'long', year: 'numeric' }) })}`;
    return end.type === 'count' ? t('rules.count', { count: end.count }) : '';
  };
  return ({ mode, simple }, day) => {
    if (mode === 'none') return t('rules.none');
    if (mode === 'raw') return t('rules.raw');
    const { end } = simple;
    return end.type === 'until' && !isDay(end.day) ? '' : `${sentenceOf(simple, day)}${endOf(simple)}`;
  };
}
