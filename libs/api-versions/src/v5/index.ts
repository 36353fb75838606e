import { canary } from '../canary';
import { tagFields } from '../canary/content/tag';
import { payload } from '../canary/webhook';
import type { ApiContract, Serializer } from '../contract';
import { olderContract } from '../older-contract';
import { without } from '../serialization/fields';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';
import { withMail, withOneSource, withoutMail, withOwnFieldsOnRequest } from './admin-posts';
import { computedSettings, withKeyAndValueOnly } from './admin-settings';
import { withAccessAndMail, withoutPageFlag, withTitleSwitch } from './content-posts';
import { withSettingsOfGhost5 } from './content-settings';
import { error } from './error';
import { acceptGhost5 } from './inputs';
import { mailingFrom } from './mailing';
import { withExcerptByName, withReadingTimeByName } from './selected-texts';
import { config, site } from './site-and-config';
import { withNotifications } from './users';

const base = olderContract('v5', canary);

type PostSerializer = Serializer<PostView>;

const withReaderFields = (post: PostSerializer): PostSerializer =>
  withExcerptByName(withReadingTimeByName(withAccessAndMail(post)));
const withStaffFields = (post: PostSerializer): PostSerializer =>
  withExcerptByName(withOneSource(withOwnFieldsOnRequest(post)));

/** The differences of v5 to canary: the fields and forms that clients of Ghost 4 to 6 expect. */
export const v5: ApiContract = {
  ...base,
  content: {
    ...base.content,
    post: withReaderFields(base.content.post),
    page: withTitleSwitch(withoutPageFlag(withReaderFields(base.content.page))),
    tag: serializerOf(tagFields),
    settings: withSettingsOfGhost5(base.content.settings),
    error,
  },
  admin: {
    ...base.admin,
    post: withMail(withStaffFields(base.admin.post)),
    page: withoutMail(withStaffFields(withTitleSwitch(base.admin.page))),
    // Ghost 5 has the subscriptions of a member in the list of that name.
    member: serializerOf(without(base.admin.member.fields, 'payment')),
    user: withNotifications(base.admin.user),
    sessionUser: withNotifications(base.admin.sessionUser),
    setting: withKeyAndValueOnly(base.admin.setting),
    computedSettings,
    site,
    config,
    error,
  },
  accept: acceptGhost5(base.accept),
  behaviour: { ...base.behaviour, staffFormats: 'mobiledoc,lexical', mailingFrom },
  webhook: { payload: (resource, snapshots, site) => payload(v5, resource, snapshots, site) },
};
