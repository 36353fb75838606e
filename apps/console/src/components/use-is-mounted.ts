import { type RefObject, useEffect, useRef } from 'react';

/** Whether the component is still on the screen, e.g. when a request ends. */
export function useIsMounted(): RefObject<boolean> {
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  return isMounted;
}
