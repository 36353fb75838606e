import type { Field, RenderContext, ResponseSelection, Serializer } from '../contract';
import type { JsonObject } from './json';

const everything: ResponseSelection = {};

/**
 * A serializer with these fields. The fields for a selection are chosen once for each `ResponseSelection` object, so all rows of a list
 * should be serialized with the same object.
 * @param fields the fields in the order of the response
 */
export function serializerOf<Entity>(fields: readonly Field<Entity>[]): Serializer<Entity> {
  const fieldsBySelection = new WeakMap<ResponseSelection, readonly Field<Entity>[]>();

  function fieldsFor(selection: ResponseSelection): readonly Field<Entity>[] {
    const known = fieldsBySelection.get(selection);
    if (known) return known;
    const shown = arrange(fields, selection);
    fieldsBySelection.set(selection, shown);
    return shown;
  }

  function serialize(entity: Entity, context: RenderContext, selection: ResponseSelection = everything): JsonObject {
    const json: JsonObject = {};
    for (const field of fieldsFor(selection)) {
      const value = field.read(entity, context, selection);
      if (value !== undefined) json[field.name] = value;
    }
    return json;
  }

  return Object.assign(serialize, { fields });
}

/**
 * The fields that a selection shows, in the order of the response: first the field `selection.leading`. Columns of the resource's own table
 * follow in the order of `selection.fields`, and then all others in the order of the serializer.
 */
function arrange<Entity>(fields: readonly Field<Entity>[], selection: ResponseSelection): readonly Field<Entity>[] {
  const shown = fields.filter((field) => field.name === selection.leading || field.isShown(selection));
  if (!selection.fields && !selection.leading) return shown;
  const place = (field: Field<Entity>): number => {
    if (field.name === selection.leading) return -1;
    if (!field.isOwnColumn || !selection.fields) return fields.length + fields.indexOf(field);
    return selection.fields.indexOf(field.name);
  };
  return [...shown].sort((a, b) => place(a) - place(b));
}
