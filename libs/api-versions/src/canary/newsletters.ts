import { type JsonSchema, oneOfWords, text, textOrNull } from '../serialization/json-schema';

/** The id of the site's newsletter, which has no table: there is one. */
export const NEWSLETTER_ID = '000000000000000000000e15';

/** The newsletter in a member's list. */
export const memberNewsletterSchema: JsonSchema = {
  type: 'object',
  properties: { id: text, name: text, description: textOrNull, status: oneOfWords('active') },
  required: ['id', 'name', 'description', 'status'],
  additionalProperties: false,
};
