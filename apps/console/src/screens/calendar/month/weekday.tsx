import { useFormatter } from 'use-intl';
import type { Day } from '../plain-date.ts';
import classes from './month-grid.module.css';

/** The header of a column: the name of the day of the week. @param day any day of the column */
export function Weekday({ day }: { day: Day }) {
  const format = useFormatter();
  const name = (weekday: 'long' | 'short'): string =>
    format.dateTime(new Date(`${day}T00:00:00Z`), { timeZone: 'UTC', weekday });
  return (
    <div role="columnheader" aria-label={name('long')} className={classes['weekday']}>
      {name('short')}
    </div>
  );
}
