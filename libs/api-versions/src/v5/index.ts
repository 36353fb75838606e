import { canary } from '../canary';
import { authorFields } from '../canary/content/author';
import { tagFields } from '../canary/content/tag';
import { payload } from '../canary/webhook';
import type { ApiContract, Serializer } from '../contract';
import { olderContract } from '../older-contract';
import { serializerOf } from '../serialization/serializer';
import type { PostView } from '../views';
import {
  withKeysOfMissingFeatures,
  withAlmanacFieldsOnRequest,
  withMail,
  withOneSource,
  withoutMail,
} from './admin-posts';
import { computedSettings, isComputedSetting, withKeysOfGhost5 } from './admin-settings';
import { withAccessAndMail, withoutPageFlagAndMail, withShowTitleAndFeatureImage } from './content-posts';
import { withSettingsOfGhost5 } from './content-settings';
import { emailOfGhost5 } from './emails';
import { error } from './error';
import { inputReadersOfGhost5 } from './inputs';
import { mailSettingsInQuery } from './mail-settings';
import { withFieldsOnInclude, withoutPayment } from './members';
import { withTiers } from './post-tiers';
import { withExcerptIfFieldsNameIt, withReadingTimeIfFieldsNameIt } from './shown-if-named';
import { config, site } from './site-and-config';
import { withSocialNetworksOnRequest, withNotifications } from './users';

const base = olderContract('v5', canary);

type PostSerializer = Serializer<PostView>;

const withReaderFields = (post: PostSerializer): PostSerializer =>
  withTiers(withExcerptIfFieldsNameIt(withReadingTimeIfFieldsNameIt(withAccessAndMail(post))), 'content');
const withStaffFields = (post: PostSerializer): PostSerializer =>
  withTiers(withExcerptIfFieldsNameIt(withOneSource(withAlmanacFieldsOnRequest(post))), 'admin');

/** The contract of v5: canary with the fields and formats that clients of Ghost 4 to 6 expect. */
export const v5: ApiContract = {
  ...base,
  content: {
    ...base.content,
    post: withReaderFields(base.content.post),
    page: withShowTitleAndFeatureImage(withoutPageFlagAndMail(withReaderFields(base.content.page))),
    tag: serializerOf(tagFields),
    author: serializerOf(authorFields),
    settings: withSettingsOfGhost5(base.content.settings),
    error,
  },
  admin: {
    ...base.admin,
    post: withKeysOfMissingFeatures(withMail(withStaffFields(base.admin.post))),
    page: withKeysOfMissingFeatures(withoutMail(withStaffFields(withShowTitleAndFeatureImage(base.admin.page)))),
    member: withFieldsOnInclude(withoutPayment(base.admin.member)),
    user: withSocialNetworksOnRequest(withNotifications(base.admin.user)),
    sessionUser: withNotifications(base.admin.sessionUser),
    email: emailOfGhost5,
    setting: withKeysOfGhost5(base.admin.setting),
    computedSettings,
    isComputedSetting,
    site,
    config,
    error,
  },
  inputReaders: inputReadersOfGhost5(base.inputReaders),
  behaviour: {
    ...base.behaviour,
    staffFormats: 'mobiledoc,lexical',
    staffRelations: ['tiers', 'newsletter', 'count.clicks'],
    mailSettingsInQuery,
  },
  webhook: { payload: (resource, snapshots, site) => payload(v5, resource, snapshots, site) },
};
