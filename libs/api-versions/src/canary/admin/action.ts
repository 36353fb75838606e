import { optional, related, stored, storedText } from '../../serialization/fields';
import { type JsonSchema, stringOrNullSchema, stringSchema } from '../../serialization/json-schema';
import type { JsonObject } from '../../serialization/json';
import { serializerOf } from '../../serialization/serializer';
import type { ActionView } from '../../views';
import { date } from './dates';

const actorOrResourceSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: stringSchema,
    name: stringSchema,
    title: stringSchema,
    slug: stringSchema,
    image: stringOrNullSchema,
  },
  required: ['id'],
  additionalProperties: false,
};

/** The actor or the resource of an action; the keys depend on its type. */
type ActorOrResource = { id: string; name?: string; title?: string; slug?: string; image?: string | null };

function actorOrResource({ id, name, title, slug, image }: ActorOrResource): JsonObject {
  return {
    id,
    ...(name !== undefined && { name }),
    ...(title !== undefined && { title }),
    ...(slug !== undefined && { slug }),
    ...(image !== undefined && { image }),
  };
}

/** Whether neither the actor nor the resource is loaded. Only then does the response have their ids, as in Ghost. */
function hasNoRelations(action: ActionView): boolean {
  return action.actor === undefined && action.resource === undefined;
}

/** An entry of the audit log. */
export const action = serializerOf<ActionView>([
  storedText('id', (entity) => entity.id),
  optional(
    stored('resource_id', stringOrNullSchema, (entity) => (hasNoRelations(entity) ? entity.resourceId : undefined)),
  ),
  storedText('resource_type', (entity) => entity.resourceType),
  optional(storedText('actor_id', (entity) => (hasNoRelations(entity) ? entity.actorId : undefined))),
  storedText('actor_type', (entity) => entity.actorType),
  storedText('event', (entity) => entity.event),
  date('created_at', (entity) => entity.createdAt),
  related('actor', actorOrResourceSchema, ({ actor }) => (actor ? actorOrResource(actor) : undefined)),
  related('resource', actorOrResourceSchema, ({ resource }) => (resource ? actorOrResource(resource) : undefined)),
]);
