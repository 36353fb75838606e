import { related, storedText, storedTextOrNull } from '../../serialization/fields';
import { listOf, reference } from '../../serialization/json-schema';
import { serializerOf } from '../../serialization/serializer';
import type { PermissionView, RoleView } from '../../views';
import { createdAndUpdated } from './dates';

/** The permission for an action on a type of resource. */
export const permission = serializerOf<PermissionView>([
  storedText('id', (entity) => entity.id),
  storedText('name', (entity) => entity.name),
  storedText('object_type', (entity) => entity.objectType),
  storedText('action_type', (entity) => entity.actionType),
  storedTextOrNull('object_id', (entity) => entity.objectId),
  ...createdAndUpdated<PermissionView>(),
]);

/** A role of users or integrations. */
export const role = serializerOf<RoleView>([
  storedText('id', (entity) => entity.id),
  storedText('name', (entity) => entity.name),
  storedTextOrNull('description', (entity) => entity.description),
  ...createdAndUpdated<RoleView>(),
  related('permissions', listOf(reference('Permission')), (entity, context) =>
    entity.permissions?.map((held) => context.contract.admin.permission(held, context)),
  ),
]);
