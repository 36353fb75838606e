import type { InputOf, labelDefinition } from '@almanac/resource-fields';

/** The fields of a label. A property is absent if the client did not send it. */
export interface LabelInput extends Omit<InputOf<typeof labelDefinition>, 'slug'> {
  /** If null or empty, the slug is made from the name. */
  slug?: string | null;
}

/** A label in the body of a member: its id, slug or name. An unknown name becomes a new label. */
export interface LabelReference {
  id?: string;
  slug?: string;
  name?: string;
}
