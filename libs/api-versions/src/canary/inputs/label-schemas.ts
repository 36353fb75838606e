import { type ApiVersion, labelDefinition } from '@almanac/resource-fields';
import { readOnlySchemas, ignoredKey, writableSchemas } from '../../inputs/field-inputs';
import type { InputSchema } from '../../inputs/input-schemas';

/** The schema of a label in a request body of a version. */
export function labelSchema(version: ApiVersion): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'labels',
    definitions: {
      label: {
        type: 'object',
        additionalProperties: false,
        properties: {
          ...writableSchemas(labelDefinition, version),
          ...readOnlySchemas(labelDefinition, version),
          count: ignoredKey,
        },
      },
    },
  };
}
