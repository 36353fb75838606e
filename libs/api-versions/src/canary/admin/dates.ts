import { stored } from '../../serialization/fields';
import { instantOrNullSchema, instantSchema } from '../../serialization/json-schema';
import { utcSeconds } from '../../serialization/dates';
import type { Field } from '../../contract';

/** A field with a date in the format of the Admin API: UTC, whole seconds. */
export function date<Entity>(name: string, read: (entity: Entity) => Date | null | undefined): Field<Entity> {
  return stored(name, instantOrNullSchema, (entity) => {
    const value = read(entity);
    return value ? utcSeconds(value) : value;
  });
}

/** The fields `created_at` and `updated_at`, which most resources have. */
export function createdAndUpdated<Entity extends { createdAt?: Date; updatedAt?: Date | null }>(): Field<Entity>[] {
  return [
    stored('created_at', instantSchema, (entity: Entity) => entity.createdAt && utcSeconds(entity.createdAt)),
    date('updated_at', (entity) => entity.updatedAt),
  ];
}
