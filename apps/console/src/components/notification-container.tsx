import { Notifications } from '@mantine/notifications';

/** Renders the notifications. `LazyNotifications` loads this component with the first notification. */
export const NotificationContainer = () => <Notifications position="bottom-right" containerWidth={420} />;
