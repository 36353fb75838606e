import type { InputSchema } from '../../inputs/input-schemas';

const stripped = { strip: true };
const notCommaFirst = '^([^,]|$)';

/** A member's fields. `null` empties name and note on edit; on add it is refused, because there is nothing to empty. */
export function memberDefinition(id: string, nameType: string | string[]): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    definitions: {
      member: {
        type: 'object',
        additionalProperties: false,
        properties: {
          name: { type: nameType, maxLength: 191, pattern: notCommaFirst },
          email: { type: 'string', minLength: 1, maxLength: 191, pattern: notCommaFirst },
          note: { type: nameType, maxLength: 2000 },
          comped: { type: 'boolean' },
          id: stripped,
          created_at: stripped,
          created_by: stripped,
          updated_at: stripped,
          updated_by: stripped,
          payment: stripped,
        },
      },
    },
  };
}
