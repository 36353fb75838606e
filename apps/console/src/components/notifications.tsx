import { useNotifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { lazyPart, PartBoundary } from './lazy-part.tsx';

const NotificationContainer = lazyPart(async () => ({
  default: (await import('./notification-container.tsx')).NotificationContainer,
}));
const RETRY_MS = 3_000;

/** Shows the notifications. The code of the component that renders them is loaded for the first notification. */
export function LazyNotifications() {
  const { notifications } = useNotifications();
  const [isUsed, setUsed] = useState(false);
  if (!isUsed && notifications.length > 0) setUsed(true);
  return (
    isUsed && (
      <PartBoundary failure={(retry) => <Retry retry={retry} />}>
        <NotificationContainer />
      </PartBoundary>
    )
  );
}

/** Retries after `RETRY_MS`. The notifications wait: they can report that the connection is lost. */
function Retry({ retry }: { retry: () => void }) {
  useEffect(() => {
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [retry]);
  return null;
}
