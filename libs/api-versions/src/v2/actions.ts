import { without } from '../serialization/fields';
import type { Serializer } from '../contract';
import { serializerOf } from '../serialization/serializer';
import type { ActionView } from '../views';

/** v2 has no ids of the actor and the resource. It has the whole actor or resource, whichever the path does not name. */
export function withoutSubjectsAndActors(action: Serializer<ActionView>): Serializer<ActionView> {
  return serializerOf(without(action.fields, 'resource_id', 'actor_id'));
}
