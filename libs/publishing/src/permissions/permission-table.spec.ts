import { roleNames, type RoleName } from './actor';
import { objectRules, permissionTable, type Permission, type Reach } from './permission-table';

/** Permissions of all staff roles on every object. */
const STAFF =
  'posts.browse posts.read schedules.browse tags.browse tags.read slugs.generate users.browse users.read roles.browse ' +
  'settings.browse settings.read tiers.browse tiers.read newsletters.browse newsletters.read images.upload media.upload files.upload oembed.read config.read themes.browse session.read session.delete calendar.open';

/** Permissions to administer the site. */
const RUNNING =
  'members.browse members.read members.add members.edit members.destroy members.exportCSV members.importCSV ' +
  'members.impersonate labels.browse labels.read labels.add labels.edit labels.destroy ' +
  'tiers.add tiers.edit newsletters.add newsletters.edit offers.browse emails.browseRecipients ' +
  'settings.edit integrations.browse integrations.read integrations.add integrations.edit integrations.destroy ' +
  'webhooks.browse webhooks.add webhooks.edit webhooks.destroy webhooks.replay actions.browse mail.test health.read ' +
  'db.exportContent db.importContent db.readImport db.deleteAllContent db.backupContent';

const EDITING =
  'posts.add posts.edit posts.destroy tags.add tags.edit tags.destroy invites.browse invites.read notifications.browse ' +
  'notifications.destroy emails.browse emails.read emails.edit emailPreviews.read emailPreviews.send';
const STAFFING = 'users.edit users.destroy users.changePassword roles.assign invites.add invites.destroy';

/** The table a second time, by role, written out by hand. A permission that is not listed is `none`. */
const expected: Record<RoleName, Partial<Record<Reach, string>>> = {
  Owner: { any: `${STAFF} ${EDITING} ${STAFFING} ${RUNNING} users.transferOwnership authentication.editSetup` },
  Administrator: { any: `${STAFF} ${EDITING} ${STAFFING} ${RUNNING}` },
  Editor: { any: `${STAFF} ${EDITING}`, juniors: STAFFING },
  Author: {
    any: `${STAFF} tags.add`,
    own: 'posts.add posts.edit posts.destroy users.edit users.changePassword emailPreviews.read emailPreviews.send',
  },
  Contributor: {
    any: STAFF,
    drafts: 'posts.add posts.edit posts.destroy emailPreviews.read',
    own: 'users.edit users.changePassword',
  },
  'Admin Integration': {
    any:
      'posts.browse posts.read posts.add posts.edit posts.destroy schedules.browse ' +
      'tags.browse tags.read tags.add tags.edit tags.destroy users.browse users.read settings.browse settings.read ' +
      'members.browse members.read members.add members.edit members.destroy members.exportCSV members.importCSV ' +
      'labels.browse labels.read labels.add labels.edit labels.destroy ' +
      'tiers.browse tiers.read tiers.add tiers.edit newsletters.browse newsletters.read newsletters.add ' +
      'newsletters.edit offers.browse emails.browse emails.read emails.edit emails.browseRecipients ' +
      'emailPreviews.read emailPreviews.send ' +
      'webhooks.add actions.browse images.upload media.upload files.upload config.read db.importContent',
    own: 'webhooks.browse webhooks.edit webhooks.destroy webhooks.replay db.readImport',
  },
  'Scheduler Integration': { any: 'schedules.publish' },
  'DB Backup Integration': { any: 'db.exportContent db.backupContent' },
};

function expectedReach(role: RoleName, permission: Permission): Reach {
  const lists = Object.entries(expected[role]) as [Reach, string][];
  return lists.find(([, permissions]) => permissions.split(' ').includes(permission))?.[0] ?? 'none';
}

describe('the permission table', () => {
  const permissions = Object.keys(permissionTable) as Permission[];

  it.each(permissions)('gives each role the expected reach: %s', (permission) => {
    const row: Reach[] = [...permissionTable[permission]];
    expect(row).toEqual(roleNames.map((role) => expectedReach(role, permission)));
  });

  it('has a row for every permission listed here', () => {
    const named = Object.values(expected).flatMap((lists) => Object.values(lists).join(' ').split(' '));
    expect([...new Set(named)].sort()).toEqual([...permissions].sort());
  });

  it('has an object rule for each row with a cell between any and none', () => {
    const narrow = permissions.filter((permission) =>
      permissionTable[permission].some((reach: Reach) => reach !== 'any' && reach !== 'none'),
    );
    expect(Object.keys(objectRules).sort()).toEqual(narrow.sort());
  });
});
