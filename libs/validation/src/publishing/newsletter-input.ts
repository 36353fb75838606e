import type { InputOf, newsletterDefinition } from '@almanac/resource-fields';

/** What staff may say of the newsletter; an absent property keeps the stored value. */
export type NewsletterInput = InputOf<typeof newsletterDefinition>;
