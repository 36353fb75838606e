import { canary } from '../canary';
import { payload } from '../canary/webhook';
import type { ApiContract } from '../contract';
import { olderContract } from '../older-contract';

/** The differences of v3 to canary: none but the fields that came later. */
export const v3: ApiContract = {
  ...olderContract('v3', canary),
  webhook: { payload: (resource, snapshots, site) => payload(v3, resource, snapshots, site) },
};
