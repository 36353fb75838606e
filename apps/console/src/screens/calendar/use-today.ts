import { useSyncExternalStore } from 'react';
import { type Day, dayIn } from './plain-date.ts';

const CHECK_INTERVAL_MS = 60_000;

/** The current day in a zone. It changes at most a minute after midnight, and when the tab is shown again. */
export function useToday(timeZone: string): Day {
  return useSyncExternalStore(subscribe, () => dayIn(Date.now(), timeZone));
}

function subscribe(check: () => void): () => void {
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
