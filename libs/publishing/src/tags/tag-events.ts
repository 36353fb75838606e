import type { NewOutboxEvent, ResourceAction, Snapshots } from '@almanac/outbox';
import type { WriteScope } from '../write-scope';
import type { TagRecord } from './stored-tag';

/**
 * The outbox event of a change to a tag.
 * @param tag its id and revision identify the event
 * @param snapshots `current`: the tag after the change, absent after a deletion; `previous`: the previous values of the changed
 *   properties, absent for a new tag
 */
export function tagOutboxEvent(
  { settings }: WriteScope,
  action: ResourceAction,
  tag: TagRecord,
  { current = {}, previous = {} }: Partial<Snapshots<TagRecord>>,
): NewOutboxEvent {
  return {
    subjectType: 'tag',
    subjectId: tag.id,
    revision: tag.revision,
    event: `tag.${action}`,
    payload: { current, previous },
    requestId: settings.requestId?.(),
  };
}
