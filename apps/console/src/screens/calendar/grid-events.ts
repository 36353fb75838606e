import type { EventApi, EventInput } from '@fullcalendar/react';
import type { CalendarItem } from './items.ts';
import { addDays } from './plain-date.ts';

/** The duration with which FullCalendar draws an event without an end. */
export const DEFAULT_DURATION_MS = 1_800_000;

/** The proposed period of a new item. */
export interface Slot {
  /** An instant, or a day for a slot of whole days. */
  start: string;
  /** As `start`; exclusive. */
  end: string;
  isAllDay: boolean;
}

/** The change of an item that the user has moved or resized. */
export interface Move {
  item: CalendarItem;
  /** An instant, or a day for all-day items. */
  start: string;
  /**
   * As `start`; exclusive. For an item with a time of day and without an end, it is undefined in the month view, and a default end in the
   * week view (`defaultEndOf`).
   */
  end?: string;
  isAllDay: boolean;
  /** Shows the item at its old time again. */
  revert: () => void;
}

/** An item as an event of FullCalendar. The item is in `extendedProps`. */
export const eventInputOf = (item: CalendarItem): EventInput => ({
  id: item.key,
  title: item.title,
  start: item.start,
  end: item.end,
  allDay: item.isAllDay,
  startEditable: item.canMove,
  durationEditable: item.canMove && item.node !== undefined,
  extendedProps: { item },
});

const isItem = (value: unknown): value is CalendarItem => typeof value === 'object' && value !== null && 'key' in value;

/** The item of an event of FullCalendar. @param properties `extendedProps` of the event */
export function itemIn(properties: Record<string, unknown>): CalendarItem | undefined {
  const { item } = properties;
  return isItem(item) ? item : undefined;
}

/**
 * The move that the user requests by a drop or a resize in FullCalendar.
 * @param event the event at its new time
 * @returns undefined if the event does not contain an item
 */
export function moveOf(event: EventApi, revert: () => void): Move | undefined {
  const item = itemIn(event.extendedProps);
  if (!item) return undefined;
  const { startStr: start, endStr, allDay: isAllDay } = event;
  return { item, start, end: endStr || defaultEndOf(start, isAllDay), isAllDay, revert };
}

/**
 * The end of a dropped event for which FullCalendar reports no end: it removes the end if the user drags the event between the all-day row
 * and the hours.
 */
function defaultEndOf(start: string, isAllDay: boolean): string {
  return isAllDay ? addDays(start, 1) : new Date(Date.parse(start) + DEFAULT_DURATION_MS).toISOString();
}

/** Sets the attributes by which the style sheets select items. */
export function setItemAttributes(element: HTMLElement, item: CalendarItem | undefined): void {
  if (!item) return;
  element.dataset['kind'] = item.kind;
  element.dataset['state'] = item.state;
  element.toggleAttribute('data-overdue', item.isOverdue);
}
