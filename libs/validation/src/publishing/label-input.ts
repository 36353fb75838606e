import type { InputOf, labelDefinition } from '@almanac/resource-fields';

/** The fields of a label; an absent property means "not sent". */
export interface LabelInput extends Omit<InputOf<typeof labelDefinition>, 'slug'> {
  /** If null or empty, it is made from the name. */
  slug?: string | null;
}

/** A label in the body of a member: its id, slug or name. An unknown name becomes a new label. */
export interface LabelReference {
  id?: string;
  slug?: string;
  name?: string;
}
