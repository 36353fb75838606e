import { without } from '../serialization/fields';
import type { Serializer } from '../contract';
import { serializerOf } from '../serialization/serializer';
import type { ActionView } from '../views';

/**
 * Removes the ids of the actor and the resource. In v2, the path of a request contains one of these ids, and the response contains the
 * object with the other id.
 */
export function withoutActorAndResourceIds(action: Serializer<ActionView>): Serializer<ActionView> {
  return serializerOf(without(action.fields, 'resource_id', 'actor_id'));
}
