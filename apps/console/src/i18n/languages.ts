import type { Messages } from './en/index.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof LANGUAGES;

const PREFERENCE = 'almanac.language';
const isLanguage = (name: string | null | undefined): name is Language => Boolean(name && name in LANGUAGES);

/** The language that the person chose, else the first of the browser's that has a catalogue. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(PREFERENCE);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((locale) => locale.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Stores the choice and loads the page again: all texts change. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(PREFERENCE, language);
  window.location.reload();
}

export async function loadMessages(language: Language): Promise<Messages> {
  document.documentElement.lang = language;
  return language === 'de' ? (await import('./de/index.ts')).de : (await import('./en/index.ts')).en;
}
