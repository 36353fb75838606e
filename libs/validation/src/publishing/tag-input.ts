import type { InputOf, tagDefinition } from '@almanac/resource-fields';

/** The fields of a tag. A property is absent if the client did not send it. URLs of the site may be absolute; the service converts them. */
export interface TagInput extends Omit<InputOf<typeof tagDefinition>, 'slug'> {
  /** If null or empty, the slug is made from the name. */
  slug?: string | null;
}
