import { without } from '../serialization/fields';
import type { Serializer } from '../contract';
import { serializerOf } from '../serialization/serializer';
import type { ActionView } from '../views';

/** v2 never gives the bare ids of who acted and on what; it writes out the one its path did not name. */
export function withoutSubjectsAndActors(action: Serializer<ActionView>): Serializer<ActionView> {
  return serializerOf(without(action.fields, 'resource_id', 'actor_id'));
}
