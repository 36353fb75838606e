import type { Member } from '@almanac/entities';
import type { NewOutboxEvent, Snapshots } from '@almanac/outbox';
import type { PublishingSettings } from '../write-scope';

export type MemberEvent = 'added' | 'edited' | 'deleted';

/**
 * The outbox event of a change to a member.
 * @param snapshots `current` is the member after the change, absent after a deletion; `previous` the previous values
 */
export function memberOutboxEvent(
  settings: PublishingSettings,
  event: MemberEvent,
  { id, revision }: Pick<Member, 'id' | 'revision'>,
  { current = {}, previous = {} }: Partial<Snapshots<Member>>,
): NewOutboxEvent {
  return {
    subjectType: 'member',
    subjectId: id,
    revision,
    event: `member.${event}`,
    payload: { current, previous },
    requestId: settings.requestId?.(),
  };
}
