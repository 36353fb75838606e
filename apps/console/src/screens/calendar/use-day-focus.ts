import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { addDays, type Day } from './plain-date.ts';

interface Options {
  /** The element that contains the days. */
  root: RefObject<HTMLElement | null>;
  /** The day that is in the tab order when the days are rendered. */
  date: Day;
  /** Called when an arrow key leads to a day that is not on the screen. The callback must show the period of this day. */
  onLeave: (day: Day) => void;
  /** Called when the user presses Enter on a day. */
  onChoose: (day: Day) => void;
}

/** The elements of days that can have the focus: cells in the month and week views, buttons in the month view of a narrow screen. */
const DAY_SELECTOR = '[role="cell"][data-date], button[data-date]';
/** The number of days by which each arrow key moves the focus. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * Makes the days reachable by keyboard: one day is in the tab order, the arrow keys move the focus between days and periods, and Enter
 * chooses a day. The keys are those of the pattern "grid" of the ARIA Authoring Practices, with a roving tabindex; the roles are those of
 * a table.
 * @returns the handlers `onKeyDown` for the element `root`, and `onDatesSet` for the option `datesSet` of FullCalendar
 */
export function useDayFocus({ root, date, onLeave, onChoose }: Options) {
  /** The day that gets the focus when its period is shown. */
  const pendingDay = useRef<Day | undefined>(undefined);

  const cells = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>(DAY_SELECTOR) ?? [])];
  const cellOf = (day: Day): HTMLElement | null => cells().find(({ dataset }) => dataset['date'] === day) ?? null;
  const focus = (cell: HTMLElement): void => {
    for (const other of cells()) other.setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
    cell.focus();
  };

  /** Puts only `date` in the tab order and focuses the pending day. Called after each render, because the days may have changed. */
  const updateTabOrder = (): void => {
    if (!root.current) return;
    for (const cell of cells()) cell.setAttribute('tabindex', '-1');
    cellOf(date)?.setAttribute('tabindex', '0');
    const next = pendingDay.current && cellOf(pendingDay.current);
    if (!next) return;
    pendingDay.current = undefined;
    focus(next);
  };
  useEffect(updateTabOrder);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const day = target instanceof HTMLElement && target.matches(DAY_SELECTOR) ? target.dataset['date'] : null;
    if (!day || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[key];
    if (step !== undefined) {
      event.preventDefault();
      const next = addDays(day, step);
      const cell = cellOf(next);
      if (cell) return focus(cell);
      pendingDay.current = next;
      onLeave(next);
    } else if (key === 'Enter') {
      event.preventDefault();
      onChoose(day);
    }
  };
  return { onKeyDown, onDatesSet: () => afterDrawing(updateTabOrder) };
}

/** Calls `callback` after two frames, because FullCalendar reports new days before it has drawn them. */
function afterDrawing(callback: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(callback));
}
