import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { addDays, type Day } from './plain-date.ts';

interface Options {
  /** The element with the days. */
  root: RefObject<HTMLElement | null>;
  /** The day that Tab reaches first. */
  date: Day;
  /** Shows the period with a day that is not on the screen. */
  onLeave: (day: Day) => void;
  /** Called for Enter on a day. */
  onChoose: (day: Day) => void;
}

/** A day: a cell that is chosen itself, or the button in a cell. */
const DAY = '[role="cell"][data-date], button[data-date]';
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/**
 * Makes the days of the grid reachable by keyboard: one of them is in the order of Tab, the arrows move between days and periods,
 * and Enter chooses a day. (The pattern "grid" of the ARIA Authoring Practices, with a roving tabindex.)
 */
export function useDayFocus({ root, date, onLeave, onChoose }: Options) {
  const wanted = useRef<Day | undefined>(undefined);

  const cellOf = (day: Day): HTMLElement | null =>
    [...(root.current?.querySelectorAll<HTMLElement>(DAY) ?? [])].find(({ dataset }) => dataset['date'] === day) ??
    null;
  const focus = (cell: HTMLElement): void => {
    for (const other of root.current?.querySelectorAll(DAY) ?? []) other.setAttribute('tabindex', '-1');
    cell.setAttribute('tabindex', '0');
    cell.focus();
  };

  /** Puts one day in the order of Tab; called after each change of the days. */
  const settle = (): void => {
    if (!root.current) return;
    for (const cell of root.current.querySelectorAll(DAY)) cell.setAttribute('tabindex', '-1');
    cellOf(date)?.setAttribute('tabindex', '0');
    const next = wanted.current && cellOf(wanted.current);
    if (!next) return;
    wanted.current = undefined;
    focus(next);
  };
  useEffect(settle);

  const onKeyDown = (event: KeyboardEvent): void => {
    const { target, key } = event;
    const day = target instanceof HTMLElement && target.matches(DAY) ? target.dataset['date'] : null;
    if (!day || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[key];
    if (step !== undefined) {
      event.preventDefault();
      const next = addDays(day, step);
      const cell = cellOf(next);
      if (cell) return focus(cell);
      wanted.current = next;
      onLeave(next);
    } else if (key === 'Enter') {
      event.preventDefault();
      onChoose(day);
    }
  };
  return { onKeyDown, onDays: () => afterDrawing(settle) };
}

/** FullCalendar reports new days before it has drawn them. */
function afterDrawing(act: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(act));
}
