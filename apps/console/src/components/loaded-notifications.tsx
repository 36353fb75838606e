import { Notifications } from '@mantine/notifications';

export const LoadedNotifications = () => <Notifications position="bottom-right" containerWidth={420} />;
