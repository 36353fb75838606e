import { contracts, type JsonObject, type SiteView } from '@almanac/api-versions';
import { isPaying } from '@almanac/entities';
import type { MemberRecord } from '@almanac/publishing';

/** A member as the member sees it: without `note` and `labels`, which only staff and integrations may read, and with `paid`. */
export function ownMember(member: MemberRecord, site: SiteView): JsonObject {
  const contract = contracts.canary;
  const { note: _note, labels: _labels, ...json } = contract.admin.member(member, { contract, site });
  return { ...json, paid: isPaying(member.subscriptions) };
}
