import { type JsonSchema, oneOfWords, text, textOrNull } from '../serialization/json-schema';

/** The schema of the newsletter in the list `newsletters` of a member. */
export const memberNewsletterSchema: JsonSchema = {
  type: 'object',
  properties: { id: text, name: text, description: textOrNull, status: oneOfWords('active') },
  required: ['id', 'name', 'description', 'status'],
  additionalProperties: false,
};
