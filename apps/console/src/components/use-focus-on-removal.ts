import { type RefObject, useLayoutEffect, useRef } from 'react';

const FOCUSABLE = 'button:enabled, input:enabled';

/**
 * Keeps the focus in a list when one of its rows disappears with the focus: the next row gets it, else the previous one, else the element
 * with `fallbackId`, which needs `tabIndex={-1}`.
 * @returns the ref for the element of the row
 */
export function useFocusOnRemoval<Row extends HTMLElement>(fallbackId = ''): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    return () => {
      // React calls this before it removes the row, so the row still has its neighbours.
      if (!row?.contains(document.activeElement)) return;
      const targets = [row.nextElementSibling, row.previousElementSibling].map((other) =>
        other?.matches(FOCUSABLE) ? other : other?.querySelector(FOCUSABLE),
      );
      const target = targets.find((found) => found instanceof HTMLElement) ?? document.getElementById(fallbackId);
      target?.focus({ preventScroll: true });
    };
  }, [fallbackId]);
  return ref;
}
