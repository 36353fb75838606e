import { type ReactNode, use } from 'react';
import { IntlProvider } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../api/session.ts';
import { settingsQuery } from '../api/settings.ts';
import { chosenLanguage, loadMessages } from './languages.ts';

const messages = loadMessages(chosenLanguage());
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Provides the texts in the user's language, and the time zone for dates: that of the browser until the zone of the site is known. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  // Before the other hooks: when `use` suspends the first render, React discards the state of the hooks that ran before.
  const texts = use(messages);
  const user = useQuery(currentUserQuery);
  const settings = useQuery({ ...settingsQuery, enabled: Boolean(user.data) });
  const zone = settings.data?.['active_timezone'];
  return (
    <IntlProvider locale={regionalLocale()} messages={texts} timeZone={typeof zone === 'string' ? zone : BROWSER_ZONE}>
      {children}
    </IntlProvider>
  );
}

/** The first locale of the browser in the chosen language, e.g. `en-GB`, so that dates have the format of the user's region. */
function regionalLocale(): string {
  const language = chosenLanguage();
  return navigator.languages.find((locale) => locale.split('-')[0] === language) ?? language;
}
