import type { Member } from '@almanac/entities';
import type { NewOutboxEvent } from '@almanac/outbox';
import type { PublishingSettings } from '../write-scope';

export type MemberEvent = 'added' | 'edited' | 'deleted';

/**
 * The event of a change to a member.
 * @param current the member after it; undefined once deleted
 * @param previous the old values of what changed
 */
export function memberOutboxEvent(
  settings: PublishingSettings,
  event: MemberEvent,
  { id, revision }: Pick<Member, 'id' | 'revision'>,
  { current, previous }: { current?: Member; previous?: Partial<Member> },
): NewOutboxEvent {
  return {
    subjectType: 'member',
    subjectId: id,
    revision,
    event: `member.${event}`,
    payload: { current: current ?? {}, previous: previous ?? {} },
    requestId: settings.requestId?.(),
  };
}
