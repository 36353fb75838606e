import type { InputOf, tagDefinition } from '@almanac/resource-fields';

/** The fields of a tag; an absent property means "not sent". URLs may be absolute. */
export interface TagInput extends Omit<InputOf<typeof tagDefinition>, 'slug'> {
  /** If null or empty, it is made from the name. */
  slug?: string | null;
}
