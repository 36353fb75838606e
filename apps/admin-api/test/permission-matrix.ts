import {
  admins,
  adminsAndEditors,
  adminsAndIntegrations,
  allStaff,
  type MatrixRow,
  no,
  row,
  staffAndIntegrations,
} from './permission-cells';
import { postRows } from './permission-post-rows';

// prettier-ignore
const taxonomyAndStaff: Record<string, MatrixRow> = {
  'GET dated': row('browse posts', { '-': staffAndIntegrations(200) }),
  'GET dated/overdue': row('browse posts', { '-': staffAndIntegrations(200) }),
  'GET schedules': row('browse schedules', { '-': staffAndIntegrations(200) }),
  // Only the scheduler's key, in the query; a session and a header are no token there.
  'PUT schedules/:resource/:id': row('publish schedules', {
    "due":               [401, 401, 401, 401, 401, 403, 200, 403],
    "draft":             [401, 401, 401, 401, 401, 403, 404, 403],
    "none":              [401, 401, 401, 401, 401, 403, 404, 403],
  }, 401),

  'GET tags': row('browse tags', { '-': staffAndIntegrations(200) }),
  'GET tags/:id': row('read tags', { 'any': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'GET tags/slug/:slug': row('read tags', { 'any': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'POST tags': row('add tags', { '-':  [201, 201, 201, 201, 403, 201, 403, 403] }),
  'PUT tags/:id': row('edit tags', {
    "any":               [200, 200, 200, 403, 403, 200, 403, 403],
    "none":              [404, 404, 404, 403, 403, 404, 403, 403],
  }),
  'DELETE tags/:id': row('destroy tags', {
    "any":               [204, 204, 204, 403, 403, 204, 403, 403],
    "none":              [404, 404, 404, 403, 403, 404, 403, 403],
  }),
  'GET health': row('read health', { '-': admins(200) }),
  'POST calendar_ticket': row('open calendar', { '-': allStaff(201) }),

  'GET slugs/:type/:name': row('generate slugs', { '-': allStaff(200) }),
  'GET slugs/:type/:name/:id': row('generate slugs', { 'none': allStaff(200) }),

  'GET users': row('browse users', { '-': staffAndIntegrations(200) }),
  'GET users/:id': row('read users', { 'self': [200, 200, 200, 200, 200, no, no, no], 'an Editor': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'GET users/slug/:slug': row('read users', { 'an Editor': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'GET users/email/:email': row('read users', { 'an Editor': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'PUT users/password': row('changePassword users', {
    "self":              [200, 200, 200, 200, 200, no,  no,  no],
    "a Contributor":     [200, 200, 200, 403, 403, 501, 501, 501],
    "an Author":         [200, 200, 200, 403, 403, 501, 501, 501],
    "an Editor":         [200, 200, 403, 403, 403, 501, 501, 501],
    "an Administrator":  [200, 200, 403, 403, 403, 501, 501, 501],
    "the Owner":         [200, 403, 403, 403, 403, 501, 501, 501],
    "none":              [404, 404, 404, 404, 404, 501, 501, 501],
  }),
  // 422: the owner has the permission, but an Author cannot become the owner.
  'PUT users/owner': row('transferOwnership users', {
    "an Author":         [422, 403, 403, 403, 403, 501, 501, 501],
    "none":              [404, 403, 403, 403, 403, 501, 501, 501],
  }),
  'PUT users/:id': row('edit users', {
    "self":              [200, 200, 200, 200, 200, no,  no,  no],
    "a Contributor":     [200, 200, 200, 403, 403, 501, 501, 501],
    "an Author":         [200, 200, 200, 403, 403, 501, 501, 501],
    "an Editor":         [200, 200, 403, 403, 403, 501, 501, 501],
    "an Administrator":  [200, 200, 403, 403, 403, 501, 501, 501],
    "the Owner":         [200, 403, 403, 403, 403, 501, 501, 501],
    "a Contributor who becomes an Author":        [200, 200, 200, 403, 403, 501, 501, 501],
    "a Contributor who becomes an Administrator": [200, 200, 403, 403, 403, 501, 501, 501],
    "a Contributor who becomes the Owner":        [403, 403, 403, 403, 403, 501, 501, 501],
    "none":              [404, 404, 404, 404, 404, 501, 501, 501],
  }),
  'DELETE users/:id': row('destroy users', {
    "self":              [403, 204, 204, 403, 403, no,  no,  no],
    "a Contributor":     [204, 204, 204, 403, 403, 501, 501, 501],
    "an Author":         [204, 204, 204, 403, 403, 501, 501, 501],
    "an Editor":         [204, 204, 403, 403, 403, 501, 501, 501],
    "an Administrator":  [204, 204, 403, 403, 403, 501, 501, 501],
    "the Owner":         [403, 403, 403, 403, 403, 501, 501, 501],
    "none":              [404, 404, 404, 403, 403, 501, 501, 501],
  }),
  'GET roles': row('browse roles', { '-': allStaff(200) }),

  'GET invites': row('browse invites', { '-': adminsAndEditors(200) }),
  'GET invites/:id': row('read invites', { 'for an Author': adminsAndEditors(200), 'none': adminsAndEditors(404) }),
  'POST invites': row('add invites', {
    "for a Contributor": [201, 201, 201, 403, 403, 501, 501, 501],
    "for an Author":     [201, 201, 201, 403, 403, 501, 501, 501],
    "for an Editor":     [201, 201, 403, 403, 403, 501, 501, 501],
    "for an Administrator": [201, 201, 403, 403, 403, 501, 501, 501],
    "for an Owner":      [403, 403, 403, 403, 403, 501, 501, 501],
  }),
  'DELETE invites/:id': row('destroy invites', {
    "for an Author":     [204, 204, 204, 403, 403, 501, 501, 501],
    "for an Editor":     [204, 204, 403, 403, 403, 501, 501, 501],
    "for an Administrator": [204, 204, 403, 403, 403, 501, 501, 501],
    "none":              [404, 404, 404, 403, 403, 501, 501, 501],
  }),
};

// prettier-ignore
const siteAndPrograms: Record<string, MatrixRow> = {
  'GET members': row('browse members', { '-': adminsAndIntegrations(200) }),
  'GET members/csv': row('exportCSV members', { '-': adminsAndIntegrations(200) }),
  'POST members/csv': row('importCSV members', { '-': adminsAndIntegrations(201) }),
  'GET members/upload': row('exportCSV members', { '-': adminsAndIntegrations(200) }),
  'POST members/upload': row('importCSV members', { '-': adminsAndIntegrations(201) }),
  'GET members/:id': row('read members', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  'POST members': row('add members', { '-': adminsAndIntegrations(201) }),
  'PUT members/:id': row('edit members', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  // A member deleted twice is no error, as in Ghost.
  'DELETE members/:id': row('destroy members', { 'any': adminsAndIntegrations(204), 'none': adminsAndIntegrations(204) }),

  'DELETE members': row('destroy members', { 'any': adminsAndIntegrations(200) }),
  'PUT members/bulk': row('edit members', { 'any': adminsAndIntegrations(200) }),
  'DELETE members/:id/suppression': row('edit members', { 'any': adminsAndIntegrations(204), 'none': adminsAndIntegrations(404) }),
  'GET members/:id/signin_urls': row('impersonate members', { 'any': admins(200), 'none': admins(404) }),
  'GET members/stats/count': row('browse members', { '-': adminsAndIntegrations(200) }),
  'GET members/stats/mrr': row('browse members', { '-': adminsAndIntegrations(200) }),
  'GET members/stats/subscriptions': row('browse members', { '-': adminsAndIntegrations(200) }),
  'GET members/events': row('browse members', { '-': adminsAndIntegrations(200) }),

  'GET labels': row('browse labels', { '-': adminsAndIntegrations(200) }),
  'GET labels/:id': row('read labels', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  'GET labels/slug/:slug': row('read labels', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  'POST labels': row('add labels', { '-': adminsAndIntegrations(201) }),
  'PUT labels/:id': row('edit labels', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  'DELETE labels/:id': row('destroy labels', { 'any': adminsAndIntegrations(204), 'none': adminsAndIntegrations(404) }),

  'GET tiers': row('browse tiers', { '-': staffAndIntegrations(200) }),
  'GET tiers/:id': row('read tiers', { 'any': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'GET tiers/slug/:slug': row('read tiers', { 'any': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  // 422: tiers follow from settings; a site has one newsletter.
  'POST tiers': row('add tiers', { '-': adminsAndIntegrations(422) }),
  'PUT tiers/:id': row('edit tiers', { 'any': adminsAndIntegrations(422), 'none': adminsAndIntegrations(404) }),
  'GET newsletters': row('browse newsletters', { '-': staffAndIntegrations(200) }),
  'GET newsletters/:id': row('read newsletters', { 'any': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'GET newsletters/slug/:slug': row('read newsletters', { 'any': staffAndIntegrations(200), 'none': staffAndIntegrations(404) }),
  'POST newsletters': row('add newsletters', { '-': adminsAndIntegrations(422) }),
  'PUT newsletters/:id': row('edit newsletters', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  'GET emails': row('browse emails', { '-': [200, 200, 200, 403, 403, 200, 403, 403] }),
  'GET emails/:id': row('read emails', {
    'any':               [200, 200, 200, 403, 403, 200, 403, 403],
    'none':              [404, 404, 404, 403, 403, 404, 403, 403],
  }),
  // Recipients are members, whom Editors do not see.
  'GET emails/:id/recipients': row('browseRecipients emails', { 'any': adminsAndIntegrations(200), 'none': adminsAndIntegrations(404) }),
  'PUT emails/:id/retry': row('edit emails', { 'failed': [200, 200, 200, 403, 403, 200, 403, 403], 'none': [404, 404, 404, 403, 403, 404, 403, 403] }),
  'PUT emails/:id/pause': row('edit emails', { 'pending': [200, 200, 200, 403, 403, 200, 403, 403], 'none': [404, 404, 404, 403, 403, 404, 403, 403] }),
  'PUT emails/:id/resume': row('edit emails', { 'paused': [200, 200, 200, 403, 403, 200, 403, 403], 'none': [404, 404, 404, 403, 403, 404, 403, 403] }),
  'PUT emails/:id/cancel': row('edit emails', { 'pending': [200, 200, 200, 403, 403, 200, 403, 403], 'none': [404, 404, 404, 403, 403, 404, 403, 403] }),
  'GET email_previews/posts/:id': row('read emailPreviews', {
    "own draft":         [200, 200, 200, 200, 200, no,  no,  no],
    "own published":     [200, 200, 200, 200, 403, no,  no,  no],
    "another's draft":   [200, 200, 200, 403, 403, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  'POST email_previews/posts/:id': row('send emailPreviews', {
    "own draft":         [204, 204, 204, 204, 403, no,  no,  no],
    "another's draft":   [204, 204, 204, 403, 403, 204, 403, 403],
    "none":              [404, 404, 404, 404, 403, 404, 403, 403],
  }),
  'GET email_previews/posts/:id/recipients': row('read emailPreviews', {
    "own draft":         [200, 200, 200, 200, 200, no,  no,  no],
    "another's draft":   [200, 200, 200, 403, 403, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  'GET offers': row('browse offers', { '-': adminsAndIntegrations(200) }),

  'GET settings': row('browse settings', { '-': allStaff(200) }),
  'GET settings/:key': row('read settings', { 'any': allStaff(200), 'none': allStaff(404) }),
  'PUT settings': row('edit settings', { '-': admins(200) }),

  'GET integrations': row('browse integrations', { '-': admins(200) }),
  'GET integrations/:id': row('read integrations', { 'any': admins(200), 'internal': admins(404), 'none': admins(404) }),
  'POST integrations': row('add integrations', { '-': admins(201) }),
  'PUT integrations/:id': row('edit integrations', { 'any': admins(200), 'internal': admins(404), 'none': admins(404) }),
  'DELETE integrations/:id': row('destroy integrations', { 'any': admins(204), 'internal': admins(404), 'none': admins(404) }),
  'POST integrations/:id/api_key/:keyId/refresh': row('edit integrations', {
    'any': admins(200), 'with the key of another': admins(404), 'internal': admins(404), 'none': admins(404),
  }),

  'GET webhooks': row('browse webhooks', { '-': adminsAndIntegrations(200) }),
  'POST webhooks': row('add webhooks', { '-': adminsAndIntegrations(201) }),
  // What belongs to another integration, or to none, does not exist for an integration.
  'PUT webhooks/:id': row('edit webhooks', {
    "own":               [no,  no,  no,  no,  no,  200, no,  no],
    "another's":         [200, 200, 403, 403, 403, 404, 403, 403],
    "unowned":           [200, 200, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'DELETE webhooks/:id': row('destroy webhooks', {
    "own":               [no,  no,  no,  no,  no,  204, no,  no],
    "another's":         [204, 204, 403, 403, 403, 404, 403, 403],
    "unowned":           [204, 204, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'GET webhooks/:id/deliveries': row('browse webhooks', {
    "own":               [no,  no,  no,  no,  no,  200, no,  no],
    "another's":         [200, 200, 403, 403, 403, 404, 403, 403],
    "unowned":           [200, 200, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'GET webhooks/:id/deliveries/:deliveryId': row('browse webhooks', {
    "own":               [no,  no,  no,  no,  no,  200, no,  no],
    "another's":         [200, 200, 403, 403, 403, 404, 403, 403],
    "unowned":           [200, 200, 403, 403, 403, 404, 403, 403],
    "own, with the delivery of another": [no, no, no, no, no, 404, no, no],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'POST webhooks/:id/test': row('replay webhooks', {
    "own":               [no,  no,  no,  no,  no,  202, no,  no],
    "another's":         [202, 202, 403, 403, 403, 404, 403, 403],
    "unowned":           [202, 202, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'POST webhooks/:id/deliveries/:deliveryId/replay': row('replay webhooks', {
    "own":               [no,  no,  no,  no,  no,  202, no,  no],
    "another's":         [202, 202, 403, 403, 403, 404, 403, 403],
    "unowned":           [202, 202, 403, 403, 403, 404, 403, 403],
    "own, with the delivery of another": [no, no, no, no, no, 404, no, no],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'POST webhooks/:id/replay': row('replay webhooks', {
    "own":               [no,  no,  no,  no,  no,  202, no,  no],
    "another's":         [202, 202, 403, 403, 403, 404, 403, 403],
    "unowned":           [202, 202, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),

  'GET actions': row('browse actions', { '-': adminsAndIntegrations(200) }),
  'GET actions/:type/:id': row('browse actions', { '-': admins(200) }),
  'GET notifications': row('browse notifications', { '-': adminsAndEditors(200) }),
  'DELETE notifications/:id': row('destroy notifications', { '-': adminsAndEditors(204) }),
  'GET themes': row('browse themes', { '-': allStaff(200) }),
  'POST images/upload': row('upload images', { '-': staffAndIntegrations(201) }),
  'POST media/upload': row('upload media', { '-': staffAndIntegrations(201) }),
  // 422: the form names no stored file.
  'PUT media/thumbnail/upload': row('upload media', { '-': staffAndIntegrations(422) }),
  'POST files/upload': row('upload files', { '-': staffAndIntegrations(201) }),
  // 422: without a URL there is nothing to embed.
  'GET oembed': row('read oembed', { '-': allStaff(422) }),
  'GET config': row('read config', { '-': staffAndIntegrations(200) }),
  'POST mail/test': row('test mail', { '-': admins(200) }),
  'GET session': row('read session', { '-': allStaff(200) }),
  'DELETE session': row('delete session', { '-': allStaff(204) }),
  'PUT authentication/setup': row('editSetup authentication', { '-': [200, 403, 403, 403, 403, 501, 501, 501] }),
  'GET db': row('exportContent db', { '-': admins(200) }),
  'POST db': row('importContent db', { '-': adminsAndIntegrations(200) }),
  // What another actor imported does not exist for an integration.
  'GET db/imports/:id': row('readImport db', {
    "own":               [200, 200, no,  no,  no,  200, no,  no],
    "another's":         [200, 200, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'DELETE db': row('deleteAllContent db', { '-': admins(204) }),
  'POST db/backup': row('backupContent db', { '-': admins(200) }),
};

/** The routes without authentication, and the status of an anonymous request with an empty body. */
export const openRoutes: Readonly<Record<string, number>> = {
  'GET site': 200,
  'POST session': 400,
  'GET authentication/setup': 200,
  'POST authentication/setup': 403,
  'POST authentication/passwordreset': 422,
  'PUT authentication/passwordreset': 422,
  'POST authentication/password_reset': 422,
  'PUT authentication/password_reset': 422,
  'GET authentication/invitation': 400,
  'POST authentication/invitation': 422,
};

/**
 * The expected status of each route of the Admin API by caller and object. The data is independent of the tables of the
 * service: it is written from exchanges recorded with Ghost and from the purpose of each role.
 */
export const permissionMatrix: Readonly<Record<string, MatrixRow>> = {
  ...postRows('posts'),
  ...postRows('pages'),
  ...taxonomyAndStaff,
  ...siteAndPrograms,
};
