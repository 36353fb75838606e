import { ValidateBy } from 'class-validator';

const ORIGIN = /^https?:\/\/[^/\s,*?#@]+$/;
const ANY_ORIGIN = '*';

function isOrigin(value: unknown): boolean {
  return typeof value === 'string' && ORIGIN.test(value) && URL.canParse(value);
}

/** Validates a list of origins, e.g. `https://example.com:8443`. @param allowsAny whether the list may contain `*` */
export function AreOrigins({ allowsAny }: { allowsAny: boolean }): PropertyDecorator {
  return ValidateBy(
    {
      name: 'areOrigins',
      validator: {
        validate: (value) => isOrigin(value) || (allowsAny && value === ANY_ORIGIN),
        defaultMessage: () => `$property must be a list of origins${allowsAny ? ', or *' : ''}`,
      },
    },
    { each: true },
  );
}

/**
 * The origins of URLs as browsers send them in the header `Origin`: in lower case, without the default port, and with an internationalised
 * host name in Punycode. `*` is left out.
 */
export function serializedOrigins(urls: readonly string[]): Set<string> {
  return new Set(urls.filter((url) => url !== ANY_ORIGIN).map((url) => new URL(url).origin));
}
