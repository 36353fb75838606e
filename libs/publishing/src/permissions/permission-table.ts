/**
 * The objects that a permission covers.
 * `own`: the actor's own user, posts that the actor wrote, and webhooks and imports of the actor. `drafts`: drafts that the actor
 * wrote. `juniors`: users with the role Author or Contributor, these roles and invitations to them, and the actor's own user.
 */
export type Reach = 'any' | 'own' | 'drafts' | 'juniors' | 'none';

/** The reaches of one permission, in the order of `roleNames`. */
type Row = readonly [Reach, Reach, Reach, Reach, Reach, Reach, Reach, Reach];

/**
 * The reach of each permission for each role. The guard of the Admin API checks the table before a handler runs. If the reach
 * depends on the object (`own`, `drafts`, `juniors`), the service method then checks the object.
 */
// prettier-ignore
export const permissionTable = {
  //                           Owner   Admin   Editor     Author  Contrib.  Integr. Sched.  Backup
  // Pages are posts: both have the same permissions, as in Ghost.
  'posts.browse':             ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'posts.read':               ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'posts.add':                ['any',  'any',  'any',     'own',  'drafts', 'any',  'none', 'none'],
  'posts.edit':               ['any',  'any',  'any',     'own',  'drafts', 'any',  'none', 'none'],
  'posts.destroy':            ['any',  'any',  'any',     'own',  'drafts', 'any',  'none', 'none'],
  'schedules.publish':        ['none', 'none', 'none',    'none', 'none',   'none', 'any',  'none'],
  'schedules.browse':         ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'tags.browse':              ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'tags.read':                ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'tags.add':                 ['any',  'any',  'any',     'any',  'none',   'any',  'none', 'none'],
  'tags.edit':                ['any',  'any',  'any',     'none', 'none',   'any',  'none', 'none'],
  'tags.destroy':             ['any',  'any',  'any',     'none', 'none',   'any',  'none', 'none'],
  'slugs.generate':           ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'users.browse':             ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'users.read':               ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'users.edit':               ['any',  'any',  'juniors', 'own',  'own',    'none', 'none', 'none'],
  'users.destroy':            ['any',  'any',  'juniors', 'none', 'none',   'none', 'none', 'none'],
  'users.changePassword':     ['any',  'any',  'juniors', 'own',  'own',    'none', 'none', 'none'],
  'users.transferOwnership':  ['any',  'none', 'none',    'none', 'none',   'none', 'none', 'none'],
  'roles.browse':             ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'roles.assign':             ['any',  'any',  'juniors', 'none', 'none',   'none', 'none', 'none'],
  'invites.browse':           ['any',  'any',  'any',     'none', 'none',   'none', 'none', 'none'],
  'invites.read':             ['any',  'any',  'any',     'none', 'none',   'none', 'none', 'none'],
  'invites.add':              ['any',  'any',  'juniors', 'none', 'none',   'none', 'none', 'none'],
  'invites.destroy':          ['any',  'any',  'juniors', 'none', 'none',   'none', 'none', 'none'],
  'members.browse':           ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.read':             ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.add':              ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.edit':             ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.destroy':          ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.exportCSV':        ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.importCSV':        ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'members.impersonate':      ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'labels.browse':            ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'labels.read':              ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'labels.add':               ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'labels.edit':              ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'labels.destroy':           ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'tiers.browse':             ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'tiers.read':               ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'tiers.add':                ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'tiers.edit':               ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'newsletters.browse':       ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'newsletters.read':         ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'newsletters.add':          ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'newsletters.edit':         ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'emails.browse':            ['any',  'any',  'any',     'none', 'none',   'any',  'none', 'none'],
  'emails.read':              ['any',  'any',  'any',     'none', 'none',   'any',  'none', 'none'],
  // Recipients are members.
  'emails.browseRecipients':  ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'emails.edit':              ['any',  'any',  'any',     'none', 'none',   'any',  'none', 'none'],
  // `own` and `drafts`: the mails of posts that the actor wrote. `send` sends test mails.
  'emailPreviews.read':       ['any',  'any',  'any',     'own',  'drafts', 'any',  'none', 'none'],
  'emailPreviews.send':       ['any',  'any',  'any',     'own',  'none',   'any',  'none', 'none'],
  'offers.browse':            ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'settings.browse':          ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'settings.read':            ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'settings.edit':            ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'integrations.browse':      ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'integrations.read':        ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'integrations.add':         ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'integrations.edit':        ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'integrations.destroy':     ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'webhooks.browse':          ['any',  'any',  'none',    'none', 'none',   'own',  'none', 'none'],
  'webhooks.add':             ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'webhooks.edit':            ['any',  'any',  'none',    'none', 'none',   'own',  'none', 'none'],
  'webhooks.destroy':         ['any',  'any',  'none',    'none', 'none',   'own',  'none', 'none'],
  'webhooks.replay':          ['any',  'any',  'none',    'none', 'none',   'own',  'none', 'none'],
  'actions.browse':           ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'notifications.browse':     ['any',  'any',  'any',     'none', 'none',   'none', 'none', 'none'],
  'notifications.destroy':    ['any',  'any',  'any',     'none', 'none',   'none', 'none', 'none'],
  'themes.browse':            ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'mail.test':                ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'images.upload':            ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'media.upload':             ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'files.upload':             ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'oembed.read':              ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'config.read':              ['any',  'any',  'any',     'any',  'any',    'any',  'none', 'none'],
  'session.read':             ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'session.delete':           ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'calendar.open':            ['any',  'any',  'any',     'any',  'any',    'none', 'none', 'none'],
  'health.read':              ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'authentication.editSetup': ['any',  'none', 'none',    'none', 'none',   'none', 'none', 'none'],
  'db.exportContent':         ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'any'],
  'db.importContent':         ['any',  'any',  'none',    'none', 'none',   'any',  'none', 'none'],
  'db.readImport':            ['any',  'any',  'none',    'none', 'none',   'own',  'none', 'none'],
  'db.deleteAllContent':      ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'none'],
  'db.backupContent':         ['any',  'any',  'none',    'none', 'none',   'none', 'none', 'any'],
} as const satisfies Record<string, Row>;

export type Permission = keyof typeof permissionTable;

/** The permissions whose reach depends on the object (`own`, `drafts` or `juniors`) for at least one role. */
export type ObjectPermission = {
  [P in Permission]: Exclude<(typeof permissionTable)[P][number], 'any' | 'none'> extends never ? never : P;
}[Permission];

/**
 * For each permission whose reach depends on the object: the name of the function that checks the object. The names are documentation
 * only. Without an entry, `authorize` rejects these reaches, so that a forgotten check cannot make them `any`.
 */
export const objectRules = {
  'posts.add': 'assertMayAdd',
  'posts.edit': 'assertMayEdit',
  'posts.destroy': 'assertMayDelete',
  'emailPreviews.read': 'assertMayPreview',
  'emailPreviews.send': 'assertMayPreview',
  'users.edit': 'assertMayApplyToUser',
  'users.destroy': 'assertMayApplyToUser',
  'users.changePassword': 'assertMayApplyToUser',
  'roles.assign': 'assignableRoles',
  'invites.add': 'assignableRoles',
  'invites.destroy': 'assignableRoles',
  'db.readImport': 'ImportRunsService.getById',
  'webhooks.browse': 'getPermittedWebhook',
  'webhooks.edit': 'getPermittedWebhook',
  'webhooks.destroy': 'getPermittedWebhook',
  'webhooks.replay': 'getPermittedWebhook',
} as const satisfies Record<ObjectPermission, string>;
