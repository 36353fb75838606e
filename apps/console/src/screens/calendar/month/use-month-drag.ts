import {
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { CalendarItem } from '../items.ts';
import { type Day, daysBetween } from '../plain-date.ts';
import { daysOfDrag, type DragMode } from './drag-times.ts';

/** A press is a click, not a drag, if the pointer moves by less than this distance. */
const DRAG_THRESHOLD_PX = 5;
/** A touch starts to drag an item after this time. If it moves earlier, it scrolls the page. */
const LONG_PRESS_MS = 400;

/** A running drag: it moves or resizes an item, or selects days. */
export interface Drag {
  mode: DragMode | 'select';
  /** Undefined in the mode `select`. */
  item?: CalendarItem;
  /** The day on which the pointer was pressed. */
  from: Day;
  /** The day under the pointer; it can be earlier than `from`. */
  to: Day;
}

interface Options {
  /** The zone of the days. */
  timeZone: string;
  /** Returns the item with the key; undefined if it cannot be dragged now. */
  itemOf: (key: string) => CalendarItem | undefined;
  /** Called when an item, or its end, is dropped `days` days later; negative for earlier. */
  onDrop: (item: CalendarItem, mode: DragMode, days: number) => void;
  /** Called when the user selects days: by a click, or a drag over several days, that begins beside the items of a day. */
  onSelect: (first: Day, last: Day) => void;
}

/** The day whose cell is at these coordinates of the viewport. */
const dayAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Day | undefined =>
  document
    .elementsFromPoint(clientX, clientY)
    .find((element): element is HTMLElement => element instanceof HTMLElement && element.matches('[role="cell"]'))
    ?.dataset['date'];

/** The drag that a press can start; undefined if the pointer is on a button or on no day, or the item cannot be moved. */
function dragOf(event: ReactPointerEvent, itemOf: Options['itemOf']): Drag | undefined {
  const { target } = event;
  const day = dayAt(event);
  if (!(target instanceof Element) || !day) return undefined;
  const itemElement = target.closest<HTMLElement>('[data-key]');
  if (!itemElement) return target.closest('button') ? undefined : { mode: 'select', from: day, to: day };
  const item = itemOf(itemElement.dataset['key'] ?? '');
  if (!item?.canMove) return undefined;
  return { mode: target.closest('[data-resize]') ? 'resize' : 'move', item, from: day, to: day };
}

const moveElement = (element: HTMLElement | null, x: number, y: number): void =>
  element?.style.setProperty('translate', `${x}px ${y}px`);

/**
 * A mouse or pen drags items between the days of the month, and selects days. On a touch screen, a long press drags an item, and a tap
 * beside the items selects a day.
 * @returns `root`, the ref for the element with the days; the running drag; the event handlers for this element
 */
export function useMonthDrag({ timeZone, itemOf, onDrop, onSelect }: Options) {
  const root = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<Drag>();
  /** Whether a drag is running. It stays true until the click event after the drag. */
  const isDragging = useRef(false);
  /** The day that a finger has just tapped. It is selected on the click event that follows. */
  const tapped = useRef<Drag>(null);
  /** An abort cancels the drag. */
  const followController = useRef<AbortController>(null);
  useEffect(() => () => followController.current?.abort(), []);
  useScrollPrevention(root, isDragging);

  const onPointerDown = (event: ReactPointerEvent): void => {
    const pressed = event.button === 0 ? dragOf(event, itemOf) : undefined;
    isDragging.current = false;
    tapped.current = null;
    if (!pressed) return;
    followController.current?.abort();
    const isTap = event.pointerType === 'touch' && pressed.mode === 'select';
    const drop = (dropped: Drag): void => {
      if (isTap) tapped.current = dropped;
      else finish(dropped);
    };
    followController.current = follow(event, pressed, { isDragging, show: setDrag, drop });
  };
  const finish = ({ mode, item, from, to }: Drag): void => {
    if (mode === 'select') return from < to ? onSelect(from, to) : onSelect(to, from);
    const days = item ? daysOfDrag(item, mode, daysBetween(from, to), timeZone) : 0;
    if (item && days !== 0) onDrop(item, mode, days);
  };
  /**
   * Selects the tapped day. The selection opens a dialog. It waits for the click event, because a dialog that opened before would get this
   * event, and close. Suppresses the click event after a drag, because that event would open the item. The `detail` of a click by keyboard
   * is 0.
   */
  const onClickCapture = (event: MouseEvent): void => {
    if (event.detail === 0) return;
    if (tapped.current) finish(tapped.current);
    tapped.current = null;
    if (!isDragging.current) return;
    isDragging.current = false;
    event.stopPropagation();
    event.preventDefault();
  };
  return { root, drag, onPointerDown, onClickCapture };
}

/** Prevents that a finger scrolls the page while it drags an item. */
function useScrollPrevention(root: RefObject<HTMLElement | null>, isDragging: { current: boolean }): void {
  useEffect(() => {
    // Not `onTouchMove`: React adds passive listeners, which cannot prevent scrolling.
    const preventScroll = (event: TouchEvent): void => {
      if (isDragging.current) event.preventDefault();
    };
    const element = root.current;
    element?.addEventListener('touchmove', preventScroll, { passive: false });
    return () => element?.removeEventListener('touchmove', preventScroll);
  }, [root, isDragging]);
}

interface FollowOptions {
  /** `follow` sets `current` to true when the press becomes a drag. */
  isDragging: { current: boolean };
  /** Called with the drag when it begins or changes, and with undefined after its end. */
  show: (drag: Drag | undefined) => void;
  /** Called when the pointer is released after a drag, or after a press beside the items of a day. */
  drop: (drag: Drag) => void;
}

/** Follows the pointer until it is released. Escape, a `pointercancel` event or an abort of the returned controller cancels the drag. */
function follow(event: ReactPointerEvent, pressed: Drag, { isDragging, show, drop }: FollowOptions): AbortController {
  const controller = new AbortController();
  const { signal } = controller;
  const { clientX, clientY, pointerId } = event;
  const isTouch = event.pointerType === 'touch';
  const itemElement = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-key]') : null;
  let current = pressed;
  const begin = (): void => {
    isDragging.current = true;
    show(current);
  };
  const timer = isTouch && pressed.item ? setTimeout(begin, LONG_PRESS_MS) : undefined;
  const stop = (): void => controller.abort();
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    itemElement?.style.removeProperty('translate');
    show(undefined);
  });
  const onMove = (moved: PointerEvent): void => {
    if (moved.pointerId !== pointerId) return;
    const [x, y] = [moved.clientX - clientX, moved.clientY - clientY];
    if (!isDragging.current) {
      if (Math.hypot(x, y) < DRAG_THRESHOLD_PX) return;
      if (isTouch) return stop();
      begin();
    }
    if (current.mode === 'move') moveElement(itemElement, x, y);
    const to = dayAt(moved) ?? current.to;
    if (to === current.to) return;
    current = { ...current, to };
    show(current);
  };
  const onUp = (up: PointerEvent): void => {
    if (up.pointerId !== pointerId) return;
    stop();
    if (isDragging.current || current.mode === 'select') drop(current);
  };
  listen(signal, { onMove, onUp, stop });
  return controller;
}

interface Listeners {
  onMove: (event: PointerEvent) => void;
  onUp: (event: PointerEvent) => void;
  stop: () => void;
}

function listen(signal: AbortSignal, { onMove, onUp, stop }: Listeners): void {
  window.addEventListener('pointermove', onMove, { signal });
  window.addEventListener('pointerup', onUp, { signal });
  window.addEventListener('pointercancel', stop, { signal });
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), { signal });
}

/** Whether a drag highlights a day: the day to which an item moves, or the days of a resize or a selection. */
export function isTarget(day: Day, { mode, from, to }: Drag): boolean {
  if (mode === 'move') return day === to && from !== to;
  const [first, last] = from < to ? [from, to] : [to, from];
  return day >= first && day <= last && (mode === 'select' || from !== to);
}
