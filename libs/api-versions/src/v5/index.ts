import { canary } from '../canary';
import { tagFields } from '../canary/content/tag';
import { payload } from '../canary/webhook';
import type { ApiContract } from '../contract';
import { olderContract } from '../older-contract';
import { without } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import { withAccessAndMail, withTitleSwitch } from './content-posts';
import { withSettingsOfGhost5 } from './content-settings';
import { error } from './error';
import { withTextsByName } from './selected-texts';
import { config, site } from './site-and-config';
import { withNotifications } from './users';

const base = olderContract('v5', canary);

/** The differences of v5 to canary: the fields and forms that clients of Ghost 4 to 6 expect. */
export const v5: ApiContract = {
  ...base,
  content: {
    ...base.content,
    post: withTextsByName(withAccessAndMail(base.content.post)),
    page: withTextsByName(withTitleSwitch(withAccessAndMail(base.content.page))),
    tag: serializerOf(tagFields),
    settings: withSettingsOfGhost5(base.content.settings),
    error,
  },
  admin: {
    ...base.admin,
    // Ghost 5 has the subscriptions of a member in the list of that name.
    member: serializerOf(without(base.admin.member.fields, 'payment')),
    user: withNotifications(base.admin.user),
    sessionUser: withNotifications(base.admin.sessionUser),
    site,
    config,
    error,
  },
  webhook: { payload: (resource, snapshots, site) => payload(v5, resource, snapshots, site) },
};
