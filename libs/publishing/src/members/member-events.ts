import type { NewOutboxEvent, ResourceAction, Snapshots } from '@almanac/outbox';
import type { PublishingSettings } from '../write-scope';
import type { MemberRecord } from './member-record';

/**
 * The outbox event of a change to a member.
 * @param snapshots `current`: the member after the change, absent after a deletion; `previous`: the previous values of the changed
 *   properties, absent for a new member
 */
export function memberOutboxEvent(
  settings: PublishingSettings,
  action: ResourceAction,
  { id, revision }: Pick<MemberRecord, 'id' | 'revision'>,
  { current = {}, previous = {} }: Partial<Snapshots<MemberRecord>>,
): NewOutboxEvent {
  return {
    subjectType: 'member',
    subjectId: id,
    revision,
    event: `member.${action}`,
    payload: { current, previous },
    requestId: settings.requestId?.(),
  };
}

/** The previous values of the properties that an edit changed, and always `updatedAt`. Values are compared as JSON. */
export function previousMemberValues(before: MemberRecord, after: MemberRecord): Partial<MemberRecord> {
  const { revision: _revision, newsletterName: _name, ...values } = before;
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof MemberRecord]),
  );
  return { ...Object.fromEntries(changed), updatedAt: before.updatedAt };
}
