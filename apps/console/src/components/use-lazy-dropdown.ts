import { type RefObject, useEffect, useRef, useState } from 'react';

interface LazyDropdown {
  target: RefObject<HTMLButtonElement | null>;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
}

/**
 * The state of a dropdown whose component loads when its button is pressed, so that it replaces the button. It focuses the new button and
 * then opens the dropdown: Mantine later returns the focus to the element that has it when the dropdown opens.
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
