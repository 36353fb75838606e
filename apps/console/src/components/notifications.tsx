import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useState } from 'react';

const NotificationContainer = lazy(async () => ({
  default: (await import('./notification-container.tsx')).NotificationContainer,
}));

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
