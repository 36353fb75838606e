import type { EditorMessages, SharedMessages } from './en/index.ts';

export const LANGUAGES = { en: 'English', de: 'Deutsch' };
export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'almanac.language';
const isLanguage = (name: string | null | undefined): name is Language =>
  Boolean(name && Object.hasOwn(LANGUAGES, name));

/** The language that the user chose, else the first language of the browser in which the Console has texts, else English. */
export function chosenLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((locale) => locale.split('-')[0]).find(isLanguage) ?? 'en';
}

/** Stores the choice in the browser, and reloads the page, because all texts change. */
export function chooseLanguage(language: Language): void {
  localStorage.setItem(STORAGE_KEY, language);
  window.location.reload();
}

/** Loads, in the given language, the texts that every screen can use. Sets the `lang` attribute of the document. */
export async function loadMessages(language: Language): Promise<SharedMessages> {
  document.documentElement.lang = language;
  return language === 'de' ? (await import('./de/index.ts')).de : (await import('./en/index.ts')).en;
}

/** Loads, in the given language, the texts that only the editor needs. The other screens load faster without them. */
export async function loadEditorMessages(language: Language): Promise<EditorMessages> {
  return (await (language === 'de' ? import('./de/editor-texts.ts') : import('./en/editor-texts.ts'))).editorTexts;
}
