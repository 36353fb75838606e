import { canary } from '../canary';
import { payload } from '../canary/webhook';
import type { ApiContract } from '../contract';
import { olderContract } from '../older-contract';
import { withFixedMemberAddress } from './members';

const base = olderContract('v3', canary);

/** The contract of v3: canary with the differences below. `olderContract` has removed the fields that came later. */
export const v3: ApiContract = {
  ...base,
  inputReaders: withFixedMemberAddress(base.inputReaders),
  webhook: { payload: (resource, snapshots, site) => payload(v3, resource, snapshots, site) },
  behaviour: {
    ...base.behaviour,
    formatForHtml: 'mobiledoc',
    acceptsHtmlForPages: false,
    showsPartBeforePaywall: false,
    acceptsEveryIconFormat: false,
    addsImportLabel: false,
    writesHonourFormats: false,
    unknownSettings: new Set([...base.behaviour.unknownSettings, 'accent_color']),
  },
};
