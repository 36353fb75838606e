import type { InputOf, labelDefinition } from '@almanac/resource-fields';

/** The fields of a label. A property is absent if the client did not send it. */
export interface LabelInput extends Omit<InputOf<typeof labelDefinition>, 'slug'> {
  /** If null or empty, the slug is made from the name. */
  slug?: string | null;
}

/** A label that a request names by its id, slug or name. If a member gets a label with an unknown name, a new label is created. */
export interface LabelReference {
  id?: string;
  slug?: string;
  name?: string;
}
