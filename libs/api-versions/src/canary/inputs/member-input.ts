import { ValidationError } from '@almanac/errors';
import { FREE_TIER_ID, memberDefinition, NEWSLETTER_ID } from '@almanac/resource-fields';
import { type LabelReference, type MemberInput, quoted } from '@almanac/validation';
import { textOf } from '../../inputs/texts';
import { type Fields, isFields } from '../../inputs/envelope';
import { readInput } from '../../inputs/field-inputs';
import { PAID_TIER } from '../tiers';

/**
 * The member of a checked body.
 * @throws ValidationError for a newsletter or a tier that does not exist
 */
export function memberFrom(element: Fields): MemberInput {
  const { comped, labels, newsletters, tiers = element.products } = element;
  const fields = readInput(memberDefinition, element, '.members[0]');
  return {
    ...fields,
    ...(typeof comped === 'boolean' && { comped }),
    ...(Array.isArray(labels) && { labels: labels.map(labelReference) }),
    ...(Array.isArray(newsletters) && { takesNewsletter: newsletters.map(assertNewsletter).length > 0 }),
    ...(Array.isArray(tiers) && { hasPaidTier: tiers.map(isPaidTier).includes(true) }),
  };
}

function labelReference(value: unknown): LabelReference {
  if (!isFields(value)) return { name: String(value) };
  const reference = { id: textOf(value.id), slug: textOf(value.slug), name: textOf(value.name) };
  return Object.fromEntries(Object.entries(reference).filter(([, text]) => text !== undefined));
}

/** The value by which a reference names its resource: the id before the slug, the slug before the name. */
function nameOf(value: unknown): string | undefined {
  return isFields(value) ? (textOf(value.id) ?? textOf(value.slug) ?? textOf(value.name)) : textOf(value);
}

/** The site has one newsletter. A client must name it by its id, because its name can change. */
function assertNewsletter(value: unknown): void {
  const name = nameOf(value);
  if (name !== NEWSLETTER_ID) throw notFound('newsletter', name, `The site has one newsletter, ${NEWSLETTER_ID}.`);
}

function isPaidTier(value: unknown): boolean {
  const name = nameOf(value);
  if (name === FREE_TIER_ID || name === 'free') return false;
  if (name === PAID_TIER.id || name === PAID_TIER.slug || name === PAID_TIER.name) return true;
  throw notFound('tier', name, `The paid tier is ${PAID_TIER.id}. Almanac has no other tiers than free and paid.`);
}

function notFound(noun: string, name: string | undefined, help: string): ValidationError {
  return new ValidationError(`There is no ${noun} ${quoted(name ?? '')}.`, { property: `${noun}s`, help });
}
