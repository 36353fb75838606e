import type { InputOf, newsletterDefinition } from '@almanac/resource-fields';

/** The input of the newsletter; an absent property keeps the stored value. */
export type NewsletterInput = InputOf<typeof newsletterDefinition>;
