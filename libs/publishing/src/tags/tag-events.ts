import type { NewOutboxEvent } from '@almanac/outbox';
import type { WriteScope } from '../write-scope';
import type { StoredTag } from './stored-tag';

export type TagEvent = 'added' | 'edited' | 'deleted';

/**
 * The event of a change to a tag.
 * @param current the tag after it; undefined once deleted
 * @param previous the old values of what changed
 */
export function tagOutboxEvent(
  { settings }: WriteScope,
  event: TagEvent,
  tag: StoredTag,
  { current, previous }: { current?: StoredTag; previous?: Partial<StoredTag> },
): NewOutboxEvent {
  return {
    subjectType: 'tag',
    subjectId: tag.id,
    revision: tag.revision,
    event: `tag.${event}`,
    payload: { current: current ?? {}, previous: previous ?? {} },
    requestId: settings.requestId?.(),
  };
}
