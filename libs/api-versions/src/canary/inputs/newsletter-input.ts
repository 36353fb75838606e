import { ValidationError } from '@almanac/errors';
import { newsletterDefinition, writableFields } from '@almanac/resource-fields';
import { type NewsletterInput, quoted } from '@almanac/validation';
import { isDeepStrictEqual } from 'node:util';
import { elementIn } from '../../inputs/envelope';
import { readInput, writableSchemas } from '../../inputs/field-inputs';
import { InputSchemas } from '../../inputs/input-schemas';
import type { JsonObject } from '../../serialization/json';

const writable = new Set(writableFields(newsletterDefinition).map(({ column }) => column));
/**
 * Keys whose values have no effect. Each edit changes `updated_at`, so a client that sends back an earlier response sends an outdated
 * value.
 */
const ignored: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

const check = new InputSchemas([]).checkOf('newsletters', {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: {
    newsletters: {
      type: 'array',
      minItems: 1,
      maxItems: 1,
      items: { type: 'object', properties: writableSchemas(newsletterDefinition, 'canary') },
    },
  },
  required: ['newsletters'],
});

/**
 * Reads the newsletter in a request body. Keys that Almanac does not store are accepted with their current value only;
 * times are accepted and ignored.
 * @param current the stored newsletter, in the format of a response of the same API version
 * @throws ValidationError for another value of a key that Almanac does not store, and for an invalid name or description; BadRequestError
 *   for a body without a newsletter
 */
export function editNewsletter(body: unknown, current: JsonObject): NewsletterInput {
  const element = elementIn(body, 'newsletters');
  check(body);
  for (const [key, value] of Object.entries(element)) {
    if (!writable.has(key) && !ignored.has(key) && !isDeepStrictEqual(value, current[key])) {
      const help = `Almanac stores ${[...writable].join(' and ')} of its one newsletter; the sender of the mail is the server setting MAIL_FROM, or fromAddress in the setting members_subscription_settings.`;
      throw new ValidationError(`${quoted(key)} of the newsletter cannot be changed.`, { property: key, help });
    }
  }
  return readInput(newsletterDefinition, element, '.newsletters[0]');
}
