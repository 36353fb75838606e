import type { Label } from '@almanac/entities';
import type { NewOutboxEvent, ResourceAction, Snapshots } from '@almanac/outbox';
import type { PublishingSettings } from '../write-scope';

/**
 * The outbox event of a change to a label.
 * @param snapshots `current`: the label after the change, absent after a deletion; `previous`: the previous values of the changed
 *   properties, absent for a new label
 */
export function labelOutboxEvent(
  settings: PublishingSettings,
  action: ResourceAction,
  { id, revision }: Pick<Label, 'id' | 'revision'>,
  { current = {}, previous = {} }: Partial<Snapshots<Label>>,
): NewOutboxEvent {
  return {
    subjectType: 'label',
    subjectId: id,
    revision,
    event: `label.${action}`,
    payload: { current, previous },
    requestId: settings.requestId?.(),
  };
}
