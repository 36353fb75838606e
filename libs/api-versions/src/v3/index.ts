import { isKnownIn } from '@almanac/resource-fields';
import { payload } from '../canary/webhook';
import { canary } from '../canary';
import type { ApiContract } from '../contract';

/** What is special about v3: nothing yet, it speaks as canary does. */
export const v3: ApiContract = {
  ...canary,
  version: 'v3',
  behaviour: { ...canary.behaviour, hasField: (field) => isKnownIn('v3', field) },
  webhook: { payload: (event, snapshots, site) => payload(v3, event, snapshots, site) },
};
