import type { InputSchema } from '../../inputs/input-schemas';

const stripped = { strip: true };
const NOT_COMMA_FIRST = '^([^,]|$)';

const textOrNull = ['string', 'null'];

/** A member's fields. `null` for name and note is none: on edit it empties them (D23). */
export function memberDefinition(id: string): InputSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: id,
    definitions: {
      member: {
        type: 'object',
        additionalProperties: false,
        properties: {
          name: { type: textOrNull, maxLength: 191, pattern: NOT_COMMA_FIRST },
          email: { type: 'string', minLength: 1, maxLength: 191, pattern: NOT_COMMA_FIRST },
          note: { type: textOrNull, maxLength: 2000 },
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
