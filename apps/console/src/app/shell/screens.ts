import {
  IconActivityHeartbeat,
  IconCalendar,
  IconCalendarEvent,
  IconFile,
  IconFileText,
  IconPlug,
  IconSettings,
  IconTag,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { EDITORS } from '../../api/roles.ts';
import type { Role } from '../../api/session.ts';

const ALL: readonly Role[] = ['Owner', 'Administrator', 'Editor', 'Author', 'Contributor'];
const ADMINISTRATORS: readonly Role[] = ['Owner', 'Administrator'];

/**
 * The screens of the navigation, and the roles to which the Console offers them. This list protects nothing: the server checks the
 * permissions of each request itself.
 */
export const SCREENS = [
  { name: 'calendar', to: '/', icon: IconCalendar, roles: ALL, group: 'plan' },
  { name: 'posts', to: '/posts', icon: IconFileText, roles: ALL, group: 'write' },
  { name: 'pages', to: '/pages', icon: IconFile, roles: ALL, group: 'write' },
  { name: 'events', to: '/events', icon: IconCalendarEvent, roles: ALL, group: 'write' },
  { name: 'tags', to: '/tags', icon: IconTag, roles: EDITORS, group: 'write' },
  { name: 'members', to: '/members', icon: IconUsers, roles: ADMINISTRATORS, group: 'people' },
  { name: 'staff', to: '/staff', icon: IconUserCircle, roles: EDITORS, group: 'people' },
  { name: 'integrations', to: '/integrations', icon: IconPlug, roles: ADMINISTRATORS, group: 'site' },
  { name: 'settings', to: '/settings', icon: IconSettings, roles: ADMINISTRATORS, group: 'site' },
  { name: 'health', to: '/health', icon: IconActivityHeartbeat, roles: ADMINISTRATORS, group: 'site' },
] as const;

type ScreenName = (typeof SCREENS)[number]['name'];

/** Whether the Console offers the screen to users with the role. */
export const canOpen = (name: ScreenName, role: Role): boolean =>
  SCREENS.some((screen) => screen.name === name && screen.roles.includes(role));

export const SCREEN_GROUPS = ['plan', 'write', 'people', 'site'] as const;
