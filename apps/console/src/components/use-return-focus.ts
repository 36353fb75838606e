import { useEffect } from 'react';

/** The delay of Mantine's own `useFocusReturn`. */
const DELAY_MS = 10;

/**
 * When a dialog closes, returns the focus to the element that had the focus before the dialog opened. Mantine does so only for dialogs
 * that are mounted while they are closed.
 */
export function useReturnFocus(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const focusedBefore = document.activeElement;
    return () => {
      const atClose = document.activeElement;
      setTimeout(() => {
        const hasMoved = document.activeElement !== atClose && document.activeElement !== document.body;
        if (focusedBefore instanceof HTMLElement && !hasMoved) focusedBefore.focus({ preventScroll: true });
      }, DELAY_MS);
    };
  }, [isOpen]);
}
