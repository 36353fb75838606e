import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const RETRY_MS = 5_000;

/**
 * Loads the component that renders the notifications. Retries until it is loaded, because a notification can report that the connection is
 * lost.
 */
async function loadContainer() {
  for (;;) {
    try {
      return { default: (await import('./notification-container.tsx')).NotificationContainer };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

// Not a `lazyPart`: `loadContainer` never fails, and a `PartBoundary` here would make the first load of each screen larger.
const NotificationContainer = lazy(loadContainer);

/** Shows the notifications. The code of the component that renders them is loaded for the first notification. */
export function LazyNotifications() {
  const { notifications } = useNotifications();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && notifications.length > 0) setUsed(true);
  return (
    isUsed && (
      <Suspense>
        <NotificationContainer />
      </Suspense>
    )
  );
}
