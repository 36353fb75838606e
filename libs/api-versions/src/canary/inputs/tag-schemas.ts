import { type ApiVersion, tagDefinition } from '@almanac/resource-fields';
import { readOnlySchemas, ignoredKey, writableSchemas } from '../../inputs/field-inputs';
import type { InputSchema } from '../../inputs/input-schemas';

/** Keys of current or former responses that clients may send back. They have no effect. */
const ignoredKeys = ['parent', 'parent_id', 'created_by', 'updated_by', 'url', 'count'] as const;

/** The schema of a tag in a request body of a version. */
export function tagSchema(version: ApiVersion): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'tags',
    definitions: {
      tag: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...writableSchemas(tagDefinition, version),
          ...readOnlySchemas(tagDefinition, version),
          ...Object.fromEntries(ignoredKeys.map((key) => [key, ignoredKey])),
        },
      },
    },
  };
}
