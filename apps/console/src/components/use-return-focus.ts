import { useEffect } from 'react';

/** Mantine also waits this long before it returns the focus. */
const DELAY_MS = 10;

/**
 * Returns the focus to the element that had it before a dialog opened. Mantine returns it only for dialogs that were mounted before they
 * opened.
 */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const before = document.activeElement;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const hasMoved = document.activeElement !== atClose && document.activeElement !== document.body;
        if (before instanceof HTMLElement && !hasMoved) before.focus({ preventScroll: true });
      }, DELAY_MS);
    };
  }, [isOpen]);
}
