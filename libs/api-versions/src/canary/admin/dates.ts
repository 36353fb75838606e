import { stored } from '../../serialization/fields';
import { instant, instantOrNull } from '../../serialization/json-schema';
import { utcSeconds } from '../../serialization/dates';
import type { Field } from '../../contract';

/** A date as the Admin API gives it: UTC, whole seconds. */
export function date<Entity>(name: string, read: (entity: Entity) => Date | null | undefined): Field<Entity> {
  return stored(name, instantOrNull, (entity) => {
    const value = read(entity);
    return value ? utcSeconds(value) : value;
  });
}

/** The two dates of every stored resource. */
export function createdAndUpdated<Entity extends { createdAt?: Date; updatedAt?: Date | null }>(): Field<Entity>[] {
  return [
    stored('created_at', instant, (entity: Entity) => entity.createdAt && utcSeconds(entity.createdAt)),
    date('updated_at', (entity) => entity.updatedAt),
  ];
}
