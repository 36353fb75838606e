import { type JsonSchema, oneOfWords, stringOrNullSchema, stringSchema } from '../serialization/json-schema';

/** The schema of the newsletter in the list `newsletters` of a member. */
export const memberNewsletterSchema: JsonSchema = {
  type: 'object',
  properties: { id: stringSchema, name: stringSchema, description: stringOrNullSchema, status: oneOfWords('active') },
  required: ['id', 'name', 'description', 'status'],
  additionalProperties: false,
};
