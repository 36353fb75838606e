import type { InputOf, newsletterDefinition } from '@almanac/resource-fields';

/** The fields of the newsletter. If a property is absent, the stored value stays. */
export type NewsletterInput = InputOf<typeof newsletterDefinition>;
