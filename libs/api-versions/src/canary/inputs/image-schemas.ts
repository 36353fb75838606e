import type { InputSchema } from '../../inputs/input-schemas';

/** The form fields that clients send together with an image. */
export const imageSchema: InputSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  $id: 'images',
  definitions: {
    image: {
      type: 'object',
      additionalProperties: false,
      properties: {
        purpose: { type: 'string', enum: ['image', 'profile_image', 'icon'] },
        ref: { type: ['string', 'null'], maxLength: 2000 },
      },
    },
  },
};
