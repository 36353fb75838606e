import type { ApiContract } from '../contract';
import type { PostView, SiteView } from '../views';
import type { JsonSchema } from './json-schema';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json | undefined };
export type JsonObject = { [key: string]: Json | undefined };

/** Which part of a resource a request asked for. Make one per request: the plan it leads to is kept with it. */
export interface Selection {
  /** The `fields` of the query; absent means all. */
  fields?: readonly string[];
  /** The relations asked for; absent means every one that is loaded. */
  include?: readonly string[];
  /** The formats of a post's text; absent means the API's default. */
  formats?: readonly string[];
  /** The field a single read went by (`slug`, `email`): it is always given, and first. */
  leading?: string;
}

/** What a rendering needs besides the entity. */
export interface View {
  /** The version being spoken: nested resources are rendered through it. */
  contract: ApiContract;
  site: SiteView;
  /** The `absolute_urls` switch, where the version knows it. */
  absoluteUrls?: boolean;
  /** Whether the reader may not see this post's text; absent means open to all. */
  isGated?: (post: PostView) => boolean;
}

/** One key of a resource: where its value comes from, when it is shown, and what it looks like. */
export interface Field<Entity> {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The value, or undefined when this entity has none to give (a relation that was not loaded). */
  readonly read: (entity: Entity, view: View, selection: Selection) => Json | undefined;
  readonly isShown: (selection: Selection) => boolean;
  /** Stored fields come in the order asked for, computed ones behind them in the order of the resource. */
  readonly isComputed: boolean;
  /** Whether a response may leave it out although the request named no fields. */
  readonly isOptional?: boolean;
}

/** Builds the JSON of one resource; carries its fields so that versions and documents can be derived from it. */
export interface Serializer<Entity> {
  (entity: Entity, view: View, selection?: Selection): JsonObject;
  readonly fields: readonly Field<Entity>[];
}

const everything: Selection = {};

/**
 * A serializer from an ordered list of fields. The list is narrowed once per selection, never per entity.
 * @param fields the fields in the order they are printed
 */
export function serializerOf<Entity>(fields: readonly Field<Entity>[]): Serializer<Entity> {
  const plans = new WeakMap<Selection, readonly Field<Entity>[]>();

  function planFor(selection: Selection): readonly Field<Entity>[] {
    const known = plans.get(selection);
    if (known) return known;
    const plan = arrange(fields, selection);
    plans.set(selection, plan);
    return plan;
  }

  function serialize(entity: Entity, view: View, selection: Selection = everything): JsonObject {
    const json: JsonObject = {};
    for (const field of planFor(selection)) {
      const value = field.read(entity, view, selection);
      if (value !== undefined) json[field.name] = value;
    }
    return json;
  }

  return Object.assign(serialize, { fields });
}

function arrange<Entity>(fields: readonly Field<Entity>[], selection: Selection): readonly Field<Entity>[] {
  const shown = fields.filter((field) => field.name === selection.leading || field.isShown(selection));
  if (!selection.fields && !selection.leading) return shown;
  const place = (field: Field<Entity>): number => {
    if (field.name === selection.leading) return -1;
    if (field.isComputed || !selection.fields) return fields.length + fields.indexOf(field);
    return selection.fields.indexOf(field.name);
  };
  return [...shown].sort((a, b) => place(a) - place(b));
}
