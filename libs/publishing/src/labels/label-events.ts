import type { Label } from '@almanac/entities';
import type { NewOutboxEvent, Snapshots } from '@almanac/outbox';
import type { PublishingSettings } from '../write-scope';

/**
 * The outbox event of a change to a label.
 * @param snapshots `current` is the label after the change, absent after a deletion; `previous` the previous values
 */
export function labelOutboxEvent(
  settings: PublishingSettings,
  event: 'added' | 'edited' | 'deleted',
  { id, revision }: Pick<Label, 'id' | 'revision'>,
  { current = {}, previous = {} }: Partial<Snapshots<Label>>,
): NewOutboxEvent {
  return {
    subjectType: 'label',
    subjectId: id,
    revision,
    event: `label.${event}`,
    payload: { current, previous },
    requestId: settings.requestId?.(),
  };
}
