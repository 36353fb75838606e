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
import { ADMINISTRATOR_OR_HIGHER, EDITOR_OR_HIGHER, type Role, ROLES } from '../../api/roles.ts';

/**
 * The screens of the navigation, and the roles to which the Console offers them. This list protects nothing: the server checks the
 * permissions of each request itself.
 */
export const SCREENS = [
  { name: 'calendar', to: '/', icon: IconCalendar, roles: ROLES, group: 'plan' },
  { name: 'posts', to: '/posts', icon: IconFileText, roles: ROLES, group: 'write' },
  { name: 'pages', to: '/pages', icon: IconFile, roles: ROLES, group: 'write' },
  { name: 'events', to: '/events', icon: IconCalendarEvent, roles: ROLES, group: 'write' },
  { name: 'tags', to: '/tags', icon: IconTag, roles: EDITOR_OR_HIGHER, group: 'write' },
  { name: 'members', to: '/members', icon: IconUsers, roles: ADMINISTRATOR_OR_HIGHER, group: 'people' },
  { name: 'staff', to: '/staff', icon: IconUserCircle, roles: EDITOR_OR_HIGHER, group: 'people' },
  { name: 'integrations', to: '/integrations', icon: IconPlug, roles: ADMINISTRATOR_OR_HIGHER, group: 'site' },
  { name: 'settings', to: '/settings', icon: IconSettings, roles: ADMINISTRATOR_OR_HIGHER, group: 'site' },
  { name: 'health', to: '/health', icon: IconActivityHeartbeat, roles: ADMINISTRATOR_OR_HIGHER, group: 'site' },
] as const;

type ScreenName = (typeof SCREENS)[number]['name'];

/** Whether the Console offers the screen to users with the role. */
export const isScreenOffered = (name: ScreenName, role: Role): boolean =>
  SCREENS.some((screen) => screen.name === name && screen.roles.includes(role));

export const SCREEN_GROUPS = ['plan', 'write', 'people', 'site'] as const;
