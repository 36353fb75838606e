import { Notifications } from '@mantine/notifications';

/** Renders the notifications. `LazyNotifications` loads it with the first one. */
export const NotificationContainer = () => <Notifications position="bottom-right" containerWidth={420} />;
