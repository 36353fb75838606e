/** The callers of the matrix, in the order of its columns. A stranger comes with no credentials and has no column. */
export const callers = [
  'Owner',
  'Administrator',
  'Editor',
  'Author',
  'Contributor',
  'Admin Integration',
  'Scheduler Integration',
  'DB Backup Integration',
] as const;

export type MatrixCaller = (typeof callers)[number];

/** One status per caller; null where the caller cannot have such an object. */
export type Cells = readonly (number | null)[];

export interface MatrixRow {
  /** What a 403 says the caller may not do; null on a route that is open to strangers. */
  refuses: string | null;
  /** The status a stranger gets. */
  stranger: number;
  /** By the object of the request: whose it is, and in which state. `-` is a route without an object. */
  objects: Readonly<Record<string, Cells>>;
}

const row = (refuses: string, objects: MatrixRow['objects'], stranger = 403): MatrixRow => ({
  refuses,
  stranger,
  objects,
});

const no = null;

/** Everybody on the staff and every integration, but neither the scheduler nor the backup. */
const everybody = (status: number): Cells => [status, status, status, status, status, status, 403, 403];
/** Everybody on the staff; keys are told that the route is not for them. */
const allStaff = (status: number): Cells => [status, status, status, status, status, 501, 501, 501];
/** Those who run the site, and integrations. */
const runners = (status: number): Cells => [status, status, 403, 403, 403, status, 403, 403];
/** Those who run the site, without integrations. */
const runnersOnly = (status: number): Cells => [status, status, 403, 403, 403, 501, 501, 501];
/** Editors and those who run the site. */
const editorsUp = (status: number): Cells => [status, status, status, 403, 403, 501, 501, 501];

// prettier-ignore
const postRows = (kind: 'posts' | 'pages'): Record<string, MatrixRow> => ({
  [`GET ${kind}`]: row('browse posts', { '-': everybody(200) }),
  [`GET ${kind}/:id`]: row('read posts', {
    "own draft":         [200, 200, 200, 200, 200, no,  no,  no],
    "another's draft":   [200, 200, 200, 200, 200, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`GET ${kind}/slug/:slug`]: row('read posts', {
    "another's draft":   [200, 200, 200, 200, 200, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`POST ${kind}`]: row('add posts', {
    "own draft":         [201, 201, 201, 201, 201, no,  no,  no],
    "own published":     [201, 201, 201, 201, 403, no,  no,  no],
    "own paid":          [201, 201, 201, 403, 201, no,  no,  no],
    "another's draft":   [201, 201, 201, 403, 403, 201, 403, 403],
    "another's published": [201, 201, 201, 403, 403, 201, 403, 403],
  }),
  [`PUT ${kind}/:id`]: row('edit posts', {
    "own draft":         [200, 200, 200, 200, 200, no,  no,  no],
    "own published":     [200, 200, 200, 200, 403, no,  no,  no],
    "co-authored draft": [200, 200, 200, 200, 200, no,  no,  no],
    "another's draft":   [200, 200, 200, 403, 403, 200, 403, 403],
    "another's published": [200, 200, 200, 403, 403, 200, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
  [`DELETE ${kind}/:id`]: row('destroy posts', {
    "own draft":         [204, 204, 204, 204, 204, no,  no,  no],
    "own published":     [204, 204, 204, 204, 403, no,  no,  no],
    "co-authored draft": [204, 204, 204, 403, 403, no,  no,  no],
    "another's draft":   [204, 204, 204, 403, 403, 204, 403, 403],
    "another's published": [204, 204, 204, 403, 403, 204, 403, 403],
    "none":              [404, 404, 404, 404, 404, 404, 403, 403],
  }),
});

// prettier-ignore
const taxonomyAndStaff: Record<string, MatrixRow> = {
  'GET schedules': row('browse schedules', { '-': everybody(200) }),
  // Only the scheduler's key, in the query; a session and a header are no token there.
  'PUT schedules/:resource/:id': row('publish schedules', {
    "due":               [401, 401, 401, 401, 401, 403, 200, 403],
    "draft":             [401, 401, 401, 401, 401, 403, 404, 403],
    "none":              [401, 401, 401, 401, 401, 403, 404, 403],
  }, 401),

  'GET tags': row('browse tags', { '-': everybody(200) }),
  'GET tags/:id': row('read tags', { 'any': everybody(200), 'none': everybody(404) }),
  'GET tags/slug/:slug': row('read tags', { 'any': everybody(200), 'none': everybody(404) }),
  'POST tags': row('add tags', { '-':  [201, 201, 201, 201, 403, 201, 403, 403] }),
  'PUT tags/:id': row('edit tags', {
    "any":               [200, 200, 200, 403, 403, 200, 403, 403],
    "none":              [404, 404, 404, 403, 403, 404, 403, 403],
  }),
  'DELETE tags/:id': row('destroy tags', {
    "any":               [204, 204, 204, 403, 403, 204, 403, 403],
    "none":              [404, 404, 404, 403, 403, 404, 403, 403],
  }),
  'GET slugs/:type/:name': row('generate slugs', { '-': allStaff(200) }),

  'GET users': row('browse users', { '-': everybody(200) }),
  'GET users/:id': row('read users', { 'self': [200, 200, 200, 200, 200, no, no, no], 'an Editor': everybody(200), 'none': everybody(404) }),
  'GET users/slug/:slug': row('read users', { 'an Editor': everybody(200), 'none': everybody(404) }),
  'GET users/email/:email': row('read users', { 'an Editor': everybody(200), 'none': everybody(404) }),
  'PUT users/password': row('changePassword users', {
    "self":              [200, 200, 200, 200, 200, no,  no,  no],
    "a Contributor":     [200, 200, 200, 403, 403, 501, 501, 501],
    "an Author":         [200, 200, 200, 403, 403, 501, 501, 501],
    "an Editor":         [200, 200, 403, 403, 403, 501, 501, 501],
    "an Administrator":  [200, 200, 403, 403, 403, 501, 501, 501],
    "the Owner":         [200, 403, 403, 403, 403, 501, 501, 501],
    "none":              [404, 404, 404, 404, 404, 501, 501, 501],
  }),
  // 422: the owner is let in, and an Author cannot become the owner.
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

  'GET invites': row('browse invites', { '-': editorsUp(200) }),
  'GET invites/:id': row('read invites', { 'for an Author': editorsUp(200), 'none': editorsUp(404) }),
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
  'GET members': row('browse members', { '-': runners(200) }),
  'GET members/csv': row('exportCSV members', { '-': runners(200) }),
  'POST members/csv': row('importCSV members', { '-': runners(201) }),
  'GET members/:id': row('read members', { 'any': runners(200), 'none': runners(404) }),
  'POST members': row('add members', { '-': runners(201) }),
  'PUT members/:id': row('edit members', { 'any': runners(200), 'none': runners(404) }),
  // A member deleted twice is no error, as in Ghost.
  'DELETE members/:id': row('destroy members', { 'any': runners(204), 'none': runners(204) }),

  'GET settings': row('browse settings', { '-': allStaff(200) }),
  'GET settings/:key': row('read settings', { 'any': allStaff(200), 'none': allStaff(404) }),
  'PUT settings': row('edit settings', { '-': runnersOnly(200) }),

  'GET integrations': row('browse integrations', { '-': runnersOnly(200) }),
  'GET integrations/:id': row('read integrations', { 'any': runnersOnly(200), 'internal': runnersOnly(404), 'none': runnersOnly(404) }),
  'POST integrations': row('add integrations', { '-': runnersOnly(201) }),
  'PUT integrations/:id': row('edit integrations', { 'any': runnersOnly(200), 'internal': runnersOnly(404), 'none': runnersOnly(404) }),
  'DELETE integrations/:id': row('destroy integrations', { 'any': runnersOnly(204), 'internal': runnersOnly(404), 'none': runnersOnly(404) }),
  'POST integrations/:id/api_key/:keyId/refresh': row('edit integrations', {
    'any': runnersOnly(200), 'with the key of another': runnersOnly(404), 'internal': runnersOnly(404), 'none': runnersOnly(404),
  }),

  'GET webhooks': row('browse webhooks', { '-': runners(200) }),
  'POST webhooks': row('add webhooks', { '-': runners(201) }),
  'PUT webhooks/:id': row('edit webhooks', { "another's": runnersOnly(200), "none": runnersOnly(404) }),
  // What belongs to another integration, or to none, does not exist for an integration.
  'DELETE webhooks/:id': row('destroy webhooks', {
    "own":               [no,  no,  no,  no,  no,  204, no,  no],
    "another's":         [204, 204, 403, 403, 403, 404, 403, 403],
    "nobody's":          [204, 204, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'GET webhooks/:id/deliveries': row('browse webhooks', {
    "own":               [no,  no,  no,  no,  no,  200, no,  no],
    "another's":         [200, 200, 403, 403, 403, 404, 403, 403],
    "nobody's":          [200, 200, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'GET webhooks/:id/deliveries/:deliveryId': row('browse webhooks', {
    "own":               [no,  no,  no,  no,  no,  200, no,  no],
    "another's":         [200, 200, 403, 403, 403, 404, 403, 403],
    "nobody's":          [200, 200, 403, 403, 403, 404, 403, 403],
    "own, with the delivery of another": [no, no, no, no, no, 404, no, no],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'POST webhooks/:id/test': row('replay webhooks', {
    "own":               [no,  no,  no,  no,  no,  202, no,  no],
    "another's":         [202, 202, 403, 403, 403, 404, 403, 403],
    "nobody's":          [202, 202, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'POST webhooks/:id/deliveries/:deliveryId/replay': row('replay webhooks', {
    "own":               [no,  no,  no,  no,  no,  202, no,  no],
    "another's":         [202, 202, 403, 403, 403, 404, 403, 403],
    "nobody's":          [202, 202, 403, 403, 403, 404, 403, 403],
    "own, with the delivery of another": [no, no, no, no, no, 404, no, no],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),
  'POST webhooks/:id/replay': row('replay webhooks', {
    "own":               [no,  no,  no,  no,  no,  202, no,  no],
    "another's":         [202, 202, 403, 403, 403, 404, 403, 403],
    "nobody's":          [202, 202, 403, 403, 403, 404, 403, 403],
    "none":              [404, 404, 403, 403, 403, 404, 403, 403],
  }),

  'GET actions': row('browse actions', { '-': runners(200) }),
  'GET actions/:type/:id': row('browse actions', { '-': runnersOnly(200) }),
  'GET notifications': row('browse notifications', { '-': editorsUp(200) }),
  'POST images/upload': row('upload images', { '-': everybody(201) }),
  // 422: without a URL there is nothing to embed.
  'GET oembed': row('read oembed', { '-': allStaff(422) }),
  'GET config': row('read config', { '-': everybody(200) }),
  'POST mail/test': row('test mail', { '-': runnersOnly(200) }),
  'GET session': row('read session', { '-': allStaff(200) }),
  'DELETE session': row('delete session', { '-': allStaff(204) }),
  'PUT authentication/setup': row('editSetup authentication', { '-': [200, 403, 403, 403, 403, 501, 501, 501] }),
  'GET db': row('exportContent db', { '-': runnersOnly(200) }),
  'POST db': row('importContent db', { '-': runners(200) }),
  'DELETE db': row('deleteAllContent db', { '-': runnersOnly(204) }),
  'POST db/backup': row('backupContent db', { '-': runnersOnly(200) }),
};

/** Open to strangers: what comes before a session, and the site itself. */
const open: readonly string[] = [
  'GET site',
  'POST session',
  'GET authentication/setup',
  'POST authentication/setup',
  'POST authentication/passwordreset',
  'PUT authentication/passwordreset',
  'GET authentication/invitation',
  'POST authentication/invitation',
];

export const openRoutes = open;

/**
 * Who may call which route of the Admin API, on whose object, and what the answer is. This stands apart from the tables
 * of the service on purpose: it is written from the exchanges recorded with Ghost and from what each role is for, and
 * nothing here is computed from what it checks.
 */
export const permissionMatrix: Readonly<Record<string, MatrixRow>> = {
  ...postRows('posts'),
  ...postRows('pages'),
  ...taxonomyAndStaff,
  ...siteAndPrograms,
};
