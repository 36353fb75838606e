import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const Notifications = lazy(async () => ({ default: (await import('./loaded-notifications.tsx')).LoadedNotifications }));

/** Shows the notifications. The component that renders them loads with the first one. */
export function LazyNotifications() {
  const { notifications } = useNotifications();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && notifications.length > 0) setUsed(true);
  return (
    isUsed && (
      <Suspense>
        <Notifications />
      </Suspense>
    )
  );
}
