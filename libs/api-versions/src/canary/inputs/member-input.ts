import { ValidationError } from '@almanac/errors';
import { memberDefinition, NEWSLETTER_ID } from '@almanac/resource-fields';
import { type LabelReference, type MemberInput, quoted } from '@almanac/validation';
import { textOf, textsIn } from '../../inputs/texts';
import { type UncheckedObject, isObject } from '../../inputs/envelope';
import { readInput } from '../../inputs/field-inputs';
import { FREE_TIER, PAID_TIER } from '../member-tier';

/**
 * The member in a body that was checked against its schema.
 * @throws ValidationError for a newsletter or a tier that does not exist
 */
export function memberFrom(element: UncheckedObject): MemberInput {
  const { comped, labels, newsletters, tiers = element.products } = element;
  const fields = readInput(memberDefinition, element, '.members[0]');
  if (Array.isArray(newsletters)) newsletters.forEach(assertNewsletter);
  return {
    ...fields,
    ...(typeof comped === 'boolean' && { comped }),
    ...(Array.isArray(labels) && { labels: labels.map(labelReference) }),
    ...(Array.isArray(newsletters) && { takesNewsletter: newsletters.length > 0 }),
    // `map` checks each tier, `some` would not.
    ...(Array.isArray(tiers) && { hasPaidTier: tiers.map(isPaidTier).includes(true) }),
  };
}

function labelReference(value: unknown): LabelReference {
  return isObject(value) ? textsIn(value, 'id', 'slug', 'name') : { name: String(value) };
}

/** The id, slug or name by which a reference identifies its resource; the id before the slug, the slug before the name. */
function identifierOf(value: unknown): string | undefined {
  return isObject(value) ? (textOf(value.id) ?? textOf(value.slug) ?? textOf(value.name)) : textOf(value);
}

/** The site has one newsletter. A client has to name it by its id, because its name can change. */
function assertNewsletter(value: unknown): void {
  const identifier = identifierOf(value);
  if (identifier !== NEWSLETTER_ID)
    throw notFound('newsletter', identifier, `The site has one newsletter, ${NEWSLETTER_ID}.`);
}

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
