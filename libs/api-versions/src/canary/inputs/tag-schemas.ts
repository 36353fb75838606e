import type { InputSchema } from '../../inputs/input-schemas';

const stripped = { strip: true };
const text = (maxLength: number): InputSchema => ({ type: ['string', 'null'], maxLength });

/** A tag's fields; what a read returns beside them is accepted and changes nothing. */
export const tagDefinition: InputSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'tags',
  definitions: {
    tag: {
      type: 'object',
      additionalProperties: false,
      properties: {
        name: { type: 'string', minLength: 1, maxLength: 191, pattern: '^([^,]|$)' },
        slug: text(191),
        description: text(500),
        feature_image: { type: ['string', 'null'], format: 'uri-reference', maxLength: 2000 },
        visibility: { type: 'string', enum: ['public', 'internal'] },
        meta_title: text(300),
        meta_description: text(500),
        id: stripped,
        parent: stripped,
        parent_id: stripped,
        created_at: stripped,
        created_by: stripped,
        updated_at: stripped,
        updated_by: stripped,
        url: stripped,
        count: stripped,
      },
    },
  },
};
