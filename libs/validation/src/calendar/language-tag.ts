import { ValidateBy } from 'class-validator';

// The grammar of RFC 5646 section 2.1, part by part.
const EXTENDED_LANGUAGE = '(?:-[a-z]{3}){0,3}';
const LANGUAGE = `(?:[a-z]{2,3}${EXTENDED_LANGUAGE}|[a-z]{4}|[a-z]{5,8})`;
const SCRIPT = '(?:-[a-z]{4})?';
const REGION = '(?:-(?:[a-z]{2}|\\d{3}))?';
const VARIANTS = '(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*';
const EXTENSIONS = '(?:-[a-wy-z\\d](?:-[a-z\\d]{2,8})+)*';
const PRIVATE_USE = 'x(?:-[a-z\\d]{1,8})+';
const LANGUAGE_TAG = new RegExp(
  `^(?:${LANGUAGE}${SCRIPT}${REGION}${VARIANTS}${EXTENSIONS}(?:-${PRIVATE_USE})?|${PRIVATE_USE})$`,
  'i',
);

/** The grandfathered tags of RFC 5646, section 2.1. The grammar rejects some of them, e.g. `i-klingon`. */
const GRANDFATHERED = new Set(
  (
    'en-gb-oed i-ami i-bnn i-default i-enochian i-hak i-klingon i-lux i-mingo i-navajo i-pwn i-tao i-tay i-tsu ' +
    'sgn-be-fr sgn-be-nl sgn-ch-de art-lojban cel-gaulish no-bok no-nyn zh-guoyu zh-hakka zh-min zh-min-nan zh-xiang'
  ).split(' '),
);

/** Whether a string is a well-formed BCP 47 tag of at most 100 characters. Unregistered subtags are accepted. */
export function isLanguageTag(text: string): boolean {
  return text.length <= 100 && (LANGUAGE_TAG.test(text) || GRANDFATHERED.has(text.toLowerCase()));
}

/** Validates a string by {@link isLanguageTag}, e.g. `en`, `pt-BR` or `zh-Hant-TW`. */
export function IsLanguageTag(): PropertyDecorator {
  return ValidateBy({
    name: 'isLanguageTag',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && isLanguageTag(value),
      defaultMessage: (args) => `${args?.property} must be a language tag of BCP 47, such as en or pt-BR`,
    },
  });
}
