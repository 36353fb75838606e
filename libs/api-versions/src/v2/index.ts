import { isKnownIn } from '@almanac/resource-fields';
import { payload } from '../canary/webhook';
import type { ApiContract } from '../contract';
import { v3 } from '../v3';
import { withoutSubjectsAndActors } from './actions';
import { refusingEmailAndUnpublishing } from './inputs';
import {
  withoutEmailAndUnpublishing,
  withoutReadingTime,
  withoutVisibility,
  withPageFlagOnEveryPost,
  withPrimaryFieldsAlways,
} from './posts';
import { withoutSecondaryNavigation } from './settings';

/** What is special about v2: read it as the list of what v3 changed. */
export const v2: ApiContract = {
  ...v3,
  version: 'v2',
  content: {
    ...v3.content,
    post: withPageFlagOnEveryPost(withPrimaryFieldsAlways(withoutReadingTime(withoutVisibility(v3.content.post)))),
    page: withPageFlagOnEveryPost(withPrimaryFieldsAlways(withoutReadingTime(withoutVisibility(v3.content.page)))),
    settings: withoutSecondaryNavigation(v3.content.settings),
  },
  admin: {
    ...v3.admin,
    post: withoutReadingTime(withoutEmailAndUnpublishing(v3.admin.post)),
    page: withoutReadingTime(withoutEmailAndUnpublishing(v3.admin.page)),
    action: withoutSubjectsAndActors(v3.admin.action),
  },
  webhook: { payload: (event, snapshots, site) => payload(v2, event, snapshots, site) },
  accept: refusingEmailAndUnpublishing(v3.accept),
  behaviour: {
    ...v3.behaviour,
    keepsLinksRelative: true,
    keepsPostMetaApart: false,
    postGeneration: 'v2',
    hasField: (field) => isKnownIn('v2', field),
    unknownSettings: new Set([...v3.behaviour.unknownSettings, 'secondary_navigation']),
    retiredSettings: new Set(['permalinks']),
    makesBookmarks: false,
  },
};
