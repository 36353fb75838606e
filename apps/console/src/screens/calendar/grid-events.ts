import type { EventApi, EventInput } from '@fullcalendar/react';
import type { CalendarItem } from './items.ts';

/** An empty slot of the grid. */
export interface Slot {
  /** An instant, or a day. */
  start: string;
  end: string;
  isAllDay: boolean;
}

/** An item that was dropped at another time. */
export interface Move {
  item: CalendarItem;
  /** An instant, or a day for all-day items. */
  start: string;
  end?: string;
  isAllDay: boolean;
  /** Shows the item where it was. */
  revert: () => void;
}

/** The event that FullCalendar draws for an item. */
export const inputOf = (item: CalendarItem): EventInput => ({
  id: item.key,
  title: item.title,
  start: item.start,
  end: item.end,
  allDay: item.isAllDay,
  startEditable: item.canMove,
  durationEditable: item.canMove && item.occurrence !== undefined,
  extendedProps: { item },
});

const isItem = (value: unknown): value is CalendarItem => typeof value === 'object' && value !== null && 'key' in value;

/** The item of an event that `inputOf` made. */
export function itemIn(properties: Record<string, unknown>): CalendarItem | undefined {
  const { item } = properties;
  return isItem(item) ? item : undefined;
}

export function moveOf(event: EventApi, revert: () => void): Move | undefined {
  const item = itemIn(event.extendedProps);
  if (!item) return undefined;
  return { item, start: event.startStr, end: event.endStr || undefined, isAllDay: event.allDay, revert };
}

/** Sets the attributes that the style sheet of items needs. */
export function markElement(element: HTMLElement, item: CalendarItem | undefined): void {
  if (!item) return;
  element.dataset['kind'] = item.kind;
  element.dataset['state'] = item.state;
  element.toggleAttribute('data-overdue', item.isOverdue);
}
