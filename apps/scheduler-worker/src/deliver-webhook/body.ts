import { contracts, isApiVersion, defaultApiVersion, type SiteView } from '@almanac/api-versions';
import { type RecordedFact, reviveSnapshots } from '@almanac/outbox';

/**
 * The body of a delivery: what the API version of its webhook says about the fact, and the fact's place in the sequence of
 * changes to its subject, so that a receiver can drop one that was overtaken.
 */
export function bodyOf(fact: RecordedFact, apiVersion: string, site: SiteView): string {
  const contract = contracts[isApiVersion(apiVersion) ? apiVersion : defaultApiVersion];
  const payload = contract.webhook.payload(fact.event, reviveSnapshots(fact.payload), site);
  for (const subject of Object.values(payload)) {
    if (typeof subject === 'object' && subject !== null) Object.assign(subject, { sequence: Number(fact.revision) });
  }
  return JSON.stringify(payload);
}
