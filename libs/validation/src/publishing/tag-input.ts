import type { InputOf, tagDefinition } from '@almanac/resource-fields';

/** The fields of a tag; an absent property means "not sent". URLs may be absolute. */
export type TagInput = InputOf<typeof tagDefinition>;
