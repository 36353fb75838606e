import { useLocale } from 'use-intl';

/**
 * @returns a function that returns the name of a language in the language of the Console, e.g. "German". For a tag that browsers have no
 * name for, e.g. `x-klingon`, it returns the tag
 */
export function useLanguageName(): (tag: string) => string {
  const names = new Intl.DisplayNames(useLocale(), { type: 'language' });
  return (tag) => {
    try {
      return names.of(tag) ?? tag;
    } catch {
      // The calendar accepts all tags of RFC 5646, `Intl.DisplayNames` only those of Unicode.
      return tag;
    }
  };
}
