import { type ReactNode, use } from 'react';
import { IntlProvider } from 'use-intl';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../api/session.ts';
import { settingsQuery } from '../api/settings.ts';
import { chosenLanguage, loadMessages } from './languages.ts';

const messages = loadMessages(chosenLanguage());
const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Gives all components the texts in the user's language, and the time zone of the site for dates. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  // Before the queries: when `use` suspends the first render, React discards this component with all that its hooks have started.
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

/** The first locale of the browser in the chosen language, so that dates have the format of the user's region. */
function regionalLocale(): string {
  const language = chosenLanguage();
  return navigator.languages.find((locale) => locale.split('-')[0] === language) ?? language;
}
