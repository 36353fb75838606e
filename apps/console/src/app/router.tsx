import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { currentUserQuery } from '../api/session.ts';
import { queryClient } from '../api/query-client.ts';
import { chosenLanguage, loadEditorMessages } from '../i18n/languages.ts';
import { oneOf, textIn } from './search.ts';
import { parseEventSearch } from '../screens/events/event-search.ts';
import { parseEventListSearch } from '../screens/events/event-list-search.ts';
import { parseCalendarSearch } from '../screens/calendar/calendar-search.ts';
import { isSection, type Section } from '../screens/settings/sections.ts';
import { ErrorScreen } from '../screens/not-found/error-screen.tsx';
import { NotFoundScreen } from '../screens/not-found/not-found-screen.tsx';
import { parseMembersSearch } from '../screens/members/members-search.ts';
import { parsePostsSearch } from '../screens/posts/posts-search.ts';
import { parseStaffSearch } from '../screens/staff/staff-search.ts';
import { parseTagsSearch } from '../screens/tags/tags-search.ts';

interface RouterContext {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  errorComponent: ErrorScreen,
  notFoundComponent: NotFoundScreen,
});

/** Redirects to the sign-in screen if there is no session. `next` is the URL that opens after the sign-in. */
async function requireUser({
  context,
  location,
}: {
  context: RouterContext;
  location: { href: string };
}): Promise<void> {
  const user = await context.queryClient.ensureQueryData(currentUserQuery);
  if (!user) throw redirect({ to: '/signin', search: { next: location.href } });
}

/** The layout with the navigation, for all screens of signed-in users except the editor. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell.tsx'), 'Shell'),
  beforeLoad: requireUser,
});

/** The layout of the editor: the whole screen, without navigation. */
const editorShell = createRoute({
  getParentRoute: () => root,
  id: 'editor-shell',
  component: lazyRouteComponent(() => import('./shell/editor-shell.tsx'), 'EditorShell'),
  beforeLoad: requireUser,
  loader: () => loadEditorMessages(chosenLanguage()),
  staleTime: Infinity,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/signin',
  validateSearch: (search: Record<string, unknown>): { next?: string; completed?: 'reset' | 'invitation' } => {
    const next = textIn(search, 'next');
    return {
      // Must be a path of this origin. Another URL would open a foreign site after the sign-in; `//host` is such a URL, too.
      next: next && /^\/(?![/\\])/.test(next) ? next : undefined,
      // The action that led to the sign-in screen: a notice on the screen confirms it.
      completed: oneOf(search, 'completed', ['reset', 'invitation'] as const),
    };
  },
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in-screen.tsx'), 'SignInScreen'),
});

const forgot = createRoute({
  getParentRoute: () => root,
  path: '/forgot',
  component: lazyRouteComponent(() => import('../screens/sign-in/forgot-screen.tsx'), 'ForgotScreen'),
});

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('../screens/sign-in/reset-screen.tsx'), 'ResetScreen'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/signup',
  component: lazyRouteComponent(() => import('../screens/sign-in/invitation-screen.tsx'), 'InvitationScreen'),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('../screens/sign-in/setup-screen.tsx'), 'SetupScreen'),
});

const calendar = createRoute({
  getParentRoute: () => shell,
  path: '/',
  validateSearch: parseCalendarSearch,
  component: lazyRouteComponent(() => import('../screens/calendar/calendar-screen.tsx'), 'CalendarScreen'),
});

const posts = createRoute({
  getParentRoute: () => shell,
  path: '/posts',
  validateSearch: parsePostsSearch,
  component: lazyRouteComponent(() => import('../screens/posts/posts-screen.tsx'), 'PostsScreen'),
});

const post = createRoute({
  getParentRoute: () => editorShell,
  path: '/posts/$id',
  component: lazyRouteComponent(() => import('../screens/editor/post-editor-screen.tsx'), 'PostEditorScreen'),
});

const pages = createRoute({
  getParentRoute: () => shell,
  path: '/pages',
  validateSearch: parsePostsSearch,
  component: lazyRouteComponent(() => import('../screens/posts/pages-screen.tsx'), 'PagesScreen'),
});

const page = createRoute({
  getParentRoute: () => editorShell,
  path: '/pages/$id',
  component: lazyRouteComponent(() => import('../screens/editor/page-editor-screen.tsx'), 'PageEditorScreen'),
});

const events = createRoute({
  getParentRoute: () => shell,
  path: '/events',
  validateSearch: parseEventListSearch,
  component: lazyRouteComponent(() => import('../screens/events/events-screen.tsx'), 'EventsScreen'),
});

const event = createRoute({
  getParentRoute: () => shell,
  path: '/events/$id',
  validateSearch: parseEventSearch,
  component: lazyRouteComponent(() => import('../screens/events/event-screen.tsx'), 'EventScreen'),
});

const tags = createRoute({
  getParentRoute: () => shell,
  path: '/tags',
  validateSearch: parseTagsSearch,
  component: lazyRouteComponent(() => import('../screens/tags/tags-screen.tsx'), 'TagsScreen'),
});

const members = createRoute({
  getParentRoute: () => shell,
  path: '/members',
  validateSearch: parseMembersSearch,
  component: lazyRouteComponent(() => import('../screens/members/members-screen.tsx'), 'MembersScreen'),
});

const staff = createRoute({
  getParentRoute: () => shell,
  path: '/staff',
  validateSearch: parseStaffSearch,
  component: lazyRouteComponent(() => import('../screens/staff/staff-screen.tsx'), 'StaffScreen'),
});

const staffMember = createRoute({
  getParentRoute: () => shell,
  path: '/staff/$slug',
  component: lazyRouteComponent(() => import('../screens/staff/staff-member-screen.tsx'), 'StaffMemberScreen'),
});

const integrations = createRoute({
  getParentRoute: () => shell,
  path: '/integrations',
  component: lazyRouteComponent(() => import('../screens/integrations/integrations-screen.tsx'), 'IntegrationsScreen'),
});

const integration = createRoute({
  getParentRoute: () => shell,
  path: '/integrations/$id',
  component: lazyRouteComponent(() => import('../screens/integrations/integration-screen.tsx'), 'IntegrationScreen'),
});

const webhook = createRoute({
  getParentRoute: () => shell,
  path: '/integrations/$id/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('../screens/integrations/webhook-screen.tsx'), 'WebhookScreen'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  validateSearch: ({ section }: Record<string, unknown>): { section?: Section } => ({
    section: isSection(section) ? section : undefined,
  }),
  component: lazyRouteComponent(() => import('../screens/settings/settings-screen.tsx'), 'SettingsScreen'),
});

const health = createRoute({
  getParentRoute: () => shell,
  path: '/health',
  component: lazyRouteComponent(() => import('../screens/health/health-screen.tsx'), 'HealthScreen'),
});

const shellRoutes = [
  calendar,
  posts,
  pages,
  events,
  event,
  tags,
  members,
  staff,
  staffMember,
  integrations,
  integration,
  webhook,
  settings,
  health,
];
const routeTree = root.addChildren([
  signIn,
  forgot,
  reset,
  signUp,
  setup,
  shell.addChildren(shellRoutes),
  editorShell.addChildren([post, page]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/console',
  context: { queryClient },
  defaultPreload: 'intent',
  defaultErrorComponent: ErrorScreen,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
