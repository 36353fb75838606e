import type { NewOutboxEvent, Snapshots } from '@almanac/outbox';
import type { WriteScope } from '../write-scope';
import type { StoredTag } from './stored-tag';

export type TagEvent = 'added' | 'edited' | 'deleted';

/**
 * The outbox event of a change to a tag.
 * @param snapshots `current` is the tag after the change, absent after a deletion; `previous` the previous values
 */
export function tagOutboxEvent(
  { settings }: WriteScope,
  event: TagEvent,
  tag: StoredTag,
  { current = {}, previous = {} }: Partial<Snapshots<StoredTag>>,
): NewOutboxEvent {
  return {
    subjectType: 'tag',
    subjectId: tag.id,
    revision: tag.revision,
    event: `tag.${event}`,
    payload: { current, previous },
    requestId: settings.requestId?.(),
  };
}
