import {
  IconAlertTriangle,
  IconCalendarEvent,
  IconClock,
  IconEyeOff,
  IconFile,
  IconFileText,
  IconMail,
  IconMailOff,
  IconRepeat,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import classes from './item.module.css';
import { type CalendarItem, isRecurring, type ItemState } from './items.ts';

const KIND_ICONS = { post: IconFileText, page: IconFile, newsletter: IconMail, event: IconCalendarEvent };
const STATE_ICONS: Partial<Record<ItemState, typeof IconClock>> = {
  scheduled: IconClock,
  planned: IconClock,
  unpublishing: IconEyeOff,
  paused: IconMailOff,
  cancelled: IconMailOff,
  failed: IconAlertTriangle,
};

/** The icon of an item: a warning if it is overdue, else the icon of its state, else that of its kind. */
export function ItemIcon({ item, size = 14 }: { item: CalendarItem; size?: number }) {
  const Icon = item.isOverdue ? IconAlertTriangle : (STATE_ICONS[item.state] ?? KIND_ICONS[item.kind]);
  return <Icon size={size} stroke={1.8} aria-hidden className={classes['icon']} />;
}

/** An item on one line: icon, time and title. For screen readers, a hidden text describes the kind and the state. */
export function ItemLine({ item, time }: { item: CalendarItem; time: string }) {
  const describe = useItemDescription();
  return (
    <span className={classes['line']} title={`${item.title} · ${describe(item)}`}>
      <ItemIcon item={item} />
      {time && <span className={classes['time']}>{time}</span>}
      <span className={classes['title']}>{item.title}</span>
      {item.node && isRecurring(item) && <IconRepeat size={11} aria-hidden className={classes['recurring']} />}
      <span className={classes['hidden']}>{describe(item)}</span>
    </span>
  );
}

/** An item as a block of the week view: the time above the title. */
export function ItemBlock({ item, time }: { item: CalendarItem; time: string }) {
  const describe = useItemDescription();
  return (
    <span className={classes['block']} title={`${item.title} · ${describe(item)}`}>
      <span className={classes['line']}>
        <ItemIcon item={item} />
        <span className={classes['time']}>{time}</span>
      </span>
      <span className={classes['blockTitle']}>{item.title}</span>
      <span className={classes['hidden']}>{describe(item)}</span>
    </span>
  );
}

/** @returns a function that describes an item, e.g. "Post, scheduled, overdue" */
export function useItemDescription(): (item: CalendarItem) => string {
  const t = useTranslations('calendar');
  return (item) =>
    [
      t(`kinds.${item.kind}`),
      ...(item.state === 'confirmed' ? [] : [t(`states.${item.state}`)]),
      ...(item.isOverdue ? [t('overdue')] : []),
    ].join(', ');
}
