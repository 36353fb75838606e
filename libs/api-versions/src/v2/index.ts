import { payload } from '../canary/webhook';
import type { ApiContract } from '../contract';
import { olderContract } from '../older-contract';
import { v3 } from '../v3';
import { withoutActorAndResourceIds } from './actions';
import { withoutReadingTime, withoutVisibility, withPageFlagOnEveryPost, withNullPrimaryAuthorAndTag } from './posts';
import { withoutSecondaryNavigation } from './settings';

const base = olderContract('v2', v3);

/** The contract of v2: v3 with the differences below. `olderContract` has removed the fields whose `since` is a later version. */
export const v2: ApiContract = {
  ...base,
  content: {
    ...base.content,
    post: withPageFlagOnEveryPost(
      withNullPrimaryAuthorAndTag(withoutReadingTime(withoutVisibility(base.content.post))),
    ),
    page: withPageFlagOnEveryPost(
      withNullPrimaryAuthorAndTag(withoutReadingTime(withoutVisibility(base.content.page))),
    ),
    settings: withoutSecondaryNavigation(base.content.settings),
  },
  admin: {
    ...base.admin,
    post: withoutReadingTime(base.admin.post),
    page: withoutReadingTime(base.admin.page),
    action: withoutActorAndResourceIds(base.admin.action),
  },
  webhook: { payload: (resource, snapshots, site) => payload(v2, resource, snapshots, site) },
  behaviour: {
    ...base.behaviour,
    makesOnlyFileUrlsAbsolute: true,
    hasPostsMetaTable: false,
    unknownSettings: new Set([...base.behaviour.unknownSettings, 'secondary_navigation']),
    retiredSettings: new Set(['permalinks']),
    oembedReturnsBookmarks: false,
    mailSettingsInQuery: () => ({}),
  },
};
