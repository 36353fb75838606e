import { type ReactNode, use } from 'react';
import { IntlProvider } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../api/session.ts';
import { settingsQuery } from '../api/settings.ts';
import { chosenLanguage, loadMessages } from './languages.ts';

const messages = loadMessages(chosenLanguage());
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Gives all components the texts of the person's language, and dates in the site's time zone. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  // Before the queries: a component that waits here is thrown away with what it has begun.
  const texts = use(messages);
  const user = useQuery(currentUserQuery);
  const settings = useQuery({ ...settingsQuery, enabled: Boolean(user.data) });
  // Both names of the setting: canary calls it `timezone`, older exports `active_timezone`.
  const zone = settings.data?.['timezone'] ?? settings.data?.['active_timezone'];
  return (
    <IntlProvider locale={regionalLocale()} messages={texts} timeZone={typeof zone === 'string' ? zone : BROWSER_ZONE}>
      {children}
    </IntlProvider>
  );
}

/** The first locale of the browser in the chosen language, so that dates have the form of the person's region. */
function regionalLocale(): string {
  const language = chosenLanguage();
  return navigator.languages.find((locale) => locale.split('-')[0] === language) ?? language;
}
