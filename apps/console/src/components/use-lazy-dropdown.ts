import { type RefObject, useEffect, useRef, useState } from 'react';

interface LazyDropdown {
  target: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/**
 * The state of a dropdown whose component loads when its button is pressed. The component then replaces this button by its own. So the
 * hook focuses the new button before it opens the dropdown: when the dropdown closes, Mantine returns the focus to the element that had
 * it before.
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
