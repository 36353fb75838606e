import { type ApiVersion, memberDefinition } from '@almanac/resource-fields';
import { readOnlySchemas, stripped, writableSchemas } from '../../inputs/field-inputs';
import type { InputSchema } from '../../inputs/input-schemas';

/** Keys of a member in a response that are no fields of their own, or that older responses had. */
const computedKeys = ['created_by', 'updated_by', 'payment'] as const;

/** The schema of a member in a body of a version. On edit, null empties name and note (D23). */
export function memberSchema(version: ApiVersion): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'members',
    definitions: {
      member: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...writableSchemas(memberDefinition, version),
          comped: { type: 'boolean' },
          ...readOnlySchemas(memberDefinition, version),
          ...Object.fromEntries(computedKeys.map((key) => [key, stripped])),
        },
      },
    },
  };
}
