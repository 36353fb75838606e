import type { ApiVersion } from '@almanac/api-versions';
import type { Permission } from '@almanac/publishing';

/**
 * The accepted authentication of a route.
 * `public`: none. `staff`: a session; 501 for an integration's key. `keys`: a session or an integration's key.
 * `externalScheduler`: only a token in the query string, which an external scheduler signs with the admin key of its integration.
 */
export type Audience = 'public' | 'staff' | 'keys' | 'externalScheduler';

/** The access rule of a route. */
export interface RouteAccess {
  audience: Audience;
  /** The required permission, which also names the operation in error messages. */
  permission?: Permission;
  /** For the audience `keys`: the oldest API version that accepts an integration's key. Absent if every version does. */
  keysSince?: ApiVersion;
  /**
   * Accepts only JSON bodies, and rejects the origins of other sites (ADR 0124). `staff`: rejects the origin of the site, too, unless
   * SINGLE_ORIGIN is true (ADR 0280). `members`: also accepts the origins in `MEMBERS_CORS_ORIGINS`. For public routes that sign in, create
   * a staff account, reset a password, or change the signed-in member.
   */
  acceptsJsonFromPagesOf?: 'members' | 'staff';
}

const publicRoute: RouteAccess = { audience: 'public' };
const staffFromAcceptedOrigins: RouteAccess = { audience: 'public', acceptsJsonFromPagesOf: 'staff' };
const membersFromAcceptedOrigins: RouteAccess = { audience: 'public', acceptsJsonFromPagesOf: 'members' };
const staff = (permission: Permission): RouteAccess => ({ audience: 'staff', permission });
const keys = (permission: Permission): RouteAccess => ({ audience: 'keys', permission });
/** Ghost 5 accepts keys of integrations for the route, Ghost 3 only sessions of staff. */
const keysSinceV5 = (permission: Permission): RouteAccess => ({ audience: 'keys', permission, keysSince: 'v5' });

/**
 * The access rule of each route by `METHOD path`. Paths are relative to `/ghost/api/<version>/admin/`, or absolute with a leading slash.
 * The service does not start if a route has no rule, except the routes of the API documentation and the Console.
 */
export const routes: Readonly<Record<string, RouteAccess>> = {
  'GET posts': keys('posts.browse'),
  'GET posts/:id': keys('posts.read'),
  'GET posts/slug/:slug': keys('posts.read'),
  'POST posts': keys('posts.add'),
  'PUT posts/:id': keys('posts.edit'),
  'DELETE posts/:id': keys('posts.destroy'),
  'PUT posts/bulk': keys('posts.edit'),
  'DELETE posts': keys('posts.destroy'),
  'DELETE posts/bulk': keys('posts.destroy'),
  'POST posts/:id/copy': keys('posts.add'),
  'POST posts/:id/preview_link': keys('posts.edit'),
  'DELETE posts/:id/preview_link': keys('posts.edit'),

  'GET pages': keys('posts.browse'),
  'GET pages/:id': keys('posts.read'),
  'GET pages/slug/:slug': keys('posts.read'),
  'POST pages': keys('posts.add'),
  'PUT pages/:id': keys('posts.edit'),
  'DELETE pages/:id': keys('posts.destroy'),
  'PUT pages/bulk': keys('posts.edit'),
  'DELETE pages': keys('posts.destroy'),
  'DELETE pages/bulk': keys('posts.destroy'),
  'POST pages/:id/copy': keys('posts.add'),
  'POST pages/:id/preview_link': keys('posts.edit'),
  'DELETE pages/:id/preview_link': keys('posts.edit'),

  'GET dated': keys('posts.browse'),
  'GET dated/overdue': keys('posts.browse'),

  'GET schedules': keys('schedules.browse'),
  'PUT schedules/:resource/:id': { audience: 'externalScheduler', permission: 'schedules.publish' },

  'GET tags': keys('tags.browse'),
  'GET tags/:id': keys('tags.read'),
  'GET tags/slug/:slug': keys('tags.read'),
  'POST tags': keys('tags.add'),
  'PUT tags/:id': keys('tags.edit'),
  'DELETE tags/:id': keys('tags.destroy'),

  'GET slugs/:type/:name': staff('slugs.generate'),
  'GET slugs/:type/:name/:id': staff('slugs.generate'),

  'GET users': keys('users.browse'),
  'GET users/:id': keys('users.read'),
  'GET users/slug/:slug': keys('users.read'),
  'GET users/email/:email': keys('users.read'),
  'PUT users/password': staff('users.changePassword'),
  'PUT users/owner': staff('users.transferOwnership'),
  'PUT users/:id': staff('users.edit'),
  'DELETE users/:id': staff('users.destroy'),

  'GET roles': staff('roles.browse'),

  'GET invites': staff('invites.browse'),
  'GET invites/:id': staff('invites.read'),
  'POST invites': staff('invites.add'),
  'DELETE invites/:id': staff('invites.destroy'),

  'GET members': keys('members.browse'),
  'GET members/csv': keys('members.exportCSV'),
  'POST members/csv': keys('members.importCSV'),
  'GET members/upload': keys('members.exportCSV'),
  'POST members/upload': keys('members.importCSV'),
  'GET members/:id': keys('members.read'),
  'POST members': keys('members.add'),
  'PUT members/:id': keys('members.edit'),
  'DELETE members/:id': keys('members.destroy'),

  'DELETE members': keys('members.destroy'),
  'PUT members/bulk': keys('members.edit'),
  'DELETE members/:id/suppression': keys('members.edit'),
  'GET members/:id/signin_urls': staff('members.impersonate'),
  'GET members/stats/count': keys('members.browse'),
  'GET members/stats/mrr': keys('members.browse'),
  'GET members/stats/subscriptions': keys('members.browse'),
  'GET members/events': keys('members.browse'),

  'GET labels': keys('labels.browse'),
  'GET labels/:id': keys('labels.read'),
  'GET labels/slug/:slug': keys('labels.read'),
  'POST labels': keys('labels.add'),
  'PUT labels/:id': keys('labels.edit'),
  'DELETE labels/:id': keys('labels.destroy'),

  'GET tiers': keys('tiers.browse'),
  'GET tiers/:id': keys('tiers.read'),
  'GET tiers/slug/:slug': keys('tiers.read'),
  'POST tiers': keys('tiers.add'),
  'PUT tiers/:id': keys('tiers.edit'),

  'GET newsletters': keys('newsletters.browse'),
  'GET newsletters/:id': keys('newsletters.read'),
  'GET newsletters/slug/:slug': keys('newsletters.read'),
  'POST newsletters': keys('newsletters.add'),
  'PUT newsletters/:id': keys('newsletters.edit'),

  'GET emails': keys('emails.browse'),
  'GET emails/:id': keys('emails.read'),
  'GET emails/:id/recipients': keys('emails.browseRecipients'),
  'PUT emails/:id/retry': keys('emails.edit'),
  'PUT emails/:id/pause': keys('emails.edit'),
  'PUT emails/:id/resume': keys('emails.edit'),
  'PUT emails/:id/cancel': keys('emails.edit'),
  'GET email_previews/posts/:id': keys('emailPreviews.read'),
  'POST email_previews/posts/:id': keys('emailPreviews.send'),
  'GET email_previews/posts/:id/recipients': keys('emailPreviews.read'),

  'GET offers': keys('offers.browse'),

  'GET settings': keysSinceV5('settings.browse'),
  'GET settings/:key': keysSinceV5('settings.read'),
  'PUT settings': staff('settings.edit'),

  'GET integrations': staff('integrations.browse'),
  'GET integrations/:id': staff('integrations.read'),
  'POST integrations': staff('integrations.add'),
  'PUT integrations/:id': staff('integrations.edit'),
  'DELETE integrations/:id': staff('integrations.destroy'),
  'POST integrations/:id/api_key/:keyId/refresh': staff('integrations.edit'),

  'GET webhooks': keys('webhooks.browse'),
  'POST webhooks': keys('webhooks.add'),
  'PUT webhooks/:id': keys('webhooks.edit'),
  'DELETE webhooks/:id': keys('webhooks.destroy'),
  'GET webhooks/:id/deliveries': keys('webhooks.browse'),
  'GET webhooks/:id/deliveries/:deliveryId': keys('webhooks.browse'),
  'POST webhooks/:id/test': keys('webhooks.replay'),
  'POST webhooks/:id/deliveries/:deliveryId/replay': keys('webhooks.replay'),
  'POST webhooks/:id/replay': keys('webhooks.replay'),

  'GET actions': keys('actions.browse'),
  'GET actions/:type/:id': staff('actions.browse'),

  'GET notifications': staff('notifications.browse'),
  'DELETE notifications/:id': staff('notifications.destroy'),
  'GET themes': staff('themes.browse'),
  'POST images/upload': keys('images.upload'),
  'POST media/upload': keys('media.upload'),
  'PUT media/thumbnail/upload': keys('media.upload'),
  'POST files/upload': keys('files.upload'),
  'GET oembed': staff('oembed.read'),
  'GET config': keys('config.read'),
  'POST mail/test': staff('mail.test'),
  'GET site': publicRoute,
  'GET health': staff('health.read'),

  'GET session': staff('session.read'),
  'POST session': staffFromAcceptedOrigins,
  'DELETE session': staff('session.delete'),

  'POST calendar_ticket': staff('calendar.open'),

  'GET authentication/setup': publicRoute,
  'POST authentication/setup': staffFromAcceptedOrigins,
  'PUT authentication/setup': staff('authentication.editSetup'),
  'POST authentication/passwordreset': staffFromAcceptedOrigins,
  'PUT authentication/passwordreset': staffFromAcceptedOrigins,
  'POST authentication/password_reset': staffFromAcceptedOrigins,
  'PUT authentication/password_reset': staffFromAcceptedOrigins,
  'GET authentication/invitation': publicRoute,
  'POST authentication/invitation': staffFromAcceptedOrigins,

  'GET db': staff('db.exportContent'),
  'POST db': keys('db.importContent'),
  'GET db/imports/:id': keys('db.readImport'),
  'DELETE db': staff('db.deleteAllContent'),
  'POST db/backup': staff('db.backupContent'),

  'GET /content/images/*': publicRoute,
  'GET /content/media/*': publicRoute,
  'GET /content/files/*': publicRoute,

  'POST /members/api/send-magic-link': publicRoute,
  'POST /members/webhooks/stripe': publicRoute,
  'GET /members': publicRoute,
  'GET /members/api/session': publicRoute,
  'GET /members/ssr': publicRoute,
  'POST /members/api/session': membersFromAcceptedOrigins,
  'DELETE /members/api/session': publicRoute,
  'GET /members/api/member': publicRoute,
  'PUT /members/api/member': membersFromAcceptedOrigins,
  'GET /members/confirm': publicRoute,
  'POST /members/confirm': publicRoute,
  'GET /members/unsubscribe': publicRoute,
  'POST /members/unsubscribe': publicRoute,
  'GET /members/preferences': publicRoute,
  'POST /members/preferences': publicRoute,
  'GET /members/.well-known/jwks.json': publicRoute,

  'GET /health/live': publicRoute,
  'GET /health/ready': publicRoute,
  'GET /metrics': publicRoute,
};
