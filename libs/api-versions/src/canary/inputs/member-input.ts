import { ValidationError } from '@almanac/errors';
import { memberDefinition, NEWSLETTER_ID } from '@almanac/resource-fields';
import { type LabelReference, type MemberInput, quoted } from '@almanac/validation';
import { textOf, identifiersIn } from '../../inputs/texts';
import { type UncheckedObject, isObject } from '../../inputs/envelope';
import { readInput } from '../../inputs/field-inputs';
import { FREE_TIER, PAID_TIER } from '../member-tier';

/**
 * Reads a member from a request body.
 * @param element the object in the body, checked against its schema
 * @throws ValidationError for a newsletter, a tier or a date that does not exist, and for a tier with an end
 */
export function memberFrom(element: UncheckedObject): MemberInput {
  // Clients of Ghost 4 send the tiers as `products`.
  const { comped, labels, newsletters, tiers = element.products } = element;
  const fields = readInput(memberDefinition, element, '.members[0]');
  if (Array.isArray(newsletters)) newsletters.forEach(assertNewsletter);
  if (Array.isArray(tiers)) tiers.forEach(assertNoEnd);
  return {
    ...fields,
    ...(typeof comped === 'boolean' && { comped }),
    ...(Array.isArray(labels) && { labels: labels.map(labelReference) }),
    ...(Array.isArray(newsletters) && { takesNewsletter: newsletters.length > 0 }),
    // `isPaidTier` throws for a tier that does not exist, so it has to be called for each tier. `some` would stop at the paid one.
    ...(Array.isArray(tiers) && { hasPaidTier: tiers.map(isPaidTier).includes(true) }),
  };
}

function labelReference(value: unknown): LabelReference {
  return isObject(value) ? identifiersIn(value, 'id', 'slug', 'name') : { name: String(value) };
}

/** The id, slug or name by which a reference identifies its resource; the id before the slug, the slug before the name. */
function identifierOf(value: unknown): string | undefined {
  return isObject(value) ? (textOf(value.id) ?? textOf(value.slug) ?? textOf(value.name)) : textOf(value);
}

/** Only the id identifies the newsletter of the site, because its name can change. @throws ValidationError for any other value */
function assertNewsletter(value: unknown): void {
  const identifier = identifierOf(value);
  if (identifier !== NEWSLETTER_ID)
    throw notFound('newsletter', identifier, `The site has one newsletter, ${NEWSLETTER_ID}.`);
}

/** @throws ValidationError for a tier with a time at which it ends, because the time would be lost: the member would keep the tier */
function assertNoEnd(value: unknown): void {
  if (!isObject(value) || value.expiry_at === undefined || value.expiry_at === null) return;
  const help = 'Send the tier without expiry_at, and remove it from the member when it has to end.';
  throw new ValidationError('Almanac does not store the expiry_at of a tier.', { property: 'expiry_at', help });
}

/** @throws ValidationError unless the value identifies the free or the paid tier by its id, slug or name */
function isPaidTier(value: unknown): boolean {
  const identifier = identifierOf(value);
  const tier = [FREE_TIER, PAID_TIER].find(({ id, slug, name }) => [id, slug, name].some((key) => key === identifier));
  if (tier) return tier === PAID_TIER;
  throw notFound(
    'tier',
    identifier,
    `The paid tier is ${PAID_TIER.id}. Almanac has no other tiers than free and paid.`,
  );
}

function notFound(noun: string, identifier: string | undefined, help: string): ValidationError {
  return new ValidationError(`There is no ${noun} ${quoted(identifier ?? '')}.`, { property: `${noun}s`, help });
}
