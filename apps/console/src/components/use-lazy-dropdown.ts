import { type RefObject, useEffect, useRef, useState } from 'react';

interface LazyDropdown {
  /** For the button that opens the dropdown. */
  target: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/**
 * The state of a dropdown whose component loads when a button is pressed. The loaded component replaces this button by a button of its
 * own. The hook focuses the new button, then opens the dropdown: when the dropdown closes, Mantine returns the focus to the element that
 * had the focus when it opened.
 */
export function useLazyDropdown(): LazyDropdown {
  const target = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setOpen(true);
  }, []);
  return { target, isOpen, setOpen };
}
