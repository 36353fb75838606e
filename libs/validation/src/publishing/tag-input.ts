import type { InputOf, tagDefinition } from '@almanac/resource-fields';

/** The fields of a tag; an absent property means "not sent". URLs may be absolute. */
export interface TagInput extends Omit<InputOf<typeof tagDefinition>, 'slug'> {
  /** Made from the name where it is null or empty. */
  slug?: string | null;
}
