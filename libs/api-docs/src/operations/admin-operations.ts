import { adminContent } from './admin-content';
import { adminEmails } from './admin-emails';
import { adminMembers } from './admin-members';
import { adminPlans } from './admin-plans';
import { adminPeople } from './admin-people';
import { adminSite } from './admin-site';
import type { Operations } from './operation';

/** The descriptions of the groups of operations (tags in OpenAPI) of the Admin API, in the order of the documents. */
export const adminTagDescriptions: Readonly<Record<string, string>> = {
  Posts:
    'Posts in every status. An edit sends the `updated_at` that its client read; if the post has changed since, the response is 409.',
  Pages: 'Pages: like posts, outside the chronological list.',
  Tags: 'Tags, public and internal ones. A tag whose name begins with `#` is internal.',
  Images: 'Uploads of images, media and files, and cards for pages of other sites (oEmbed).',
  Slugs: 'Slugs that are not taken yet.',
  Schedules:
    'Scheduled posts and pages. In canary also all dates on which posts and pages are published, unpublished or mailed.',
  Members: 'Readers who signed up, were imported or were added. v2 has no members.',
  Staff: 'Staff users, their roles and invitations. `me` stands for the id of the signed-in user.',
  'Sign-in': 'Sessions of staff, set-up of a new site, invitations and forgotten passwords.',
  Integrations: 'Programs with a content key and an admin key.',
  Emails: 'Posts that members get by mail: previews, progress, recipients.',
  Webhooks: 'Notifications about changes, signed if the webhook has a secret; with a log of deliveries and replay.',
  Settings: 'Settings of the site. Secrets are returned as `••••••••`.',
  'Import and export': 'Exports of the site as JSON, and imports of JSON and zip files.',
  'Audit log': 'Changes that staff and integrations made.',
  Installation: 'The site and how this installation is configured.',
};

/** The operations of the Admin API in all versions. The document of a version contains those that the version has. */
export const adminOperations: Operations = {
  ...adminContent,
  ...adminEmails,
  ...adminPeople,
  ...adminMembers,
  ...adminPlans,
  ...adminSite,
};
