import { textLanguageOf } from '../text-language';

/** The wording of the mail of a post. Arguments are plain text. */
export interface EmailTexts {
  by: (authors: string) => string;
  viewInBrowser: string;
  /** Why the mail ends at the paywall. */
  upgradeReason: (site: string) => string;
  upgrade: string;
  /** The label of the link in a mail that is too long to contain the whole post. */
  restOnWeb: string;
  /** Why the recipient gets the mail. */
  subscriptionReason: (newsletter: string) => string;
  unsubscribe: string;
  preferences: string;
  openOn: (host: string) => string;
  watchVideo: string;
  listen: string;
  download: string;
}

const en: EmailTexts = {
  by: (authors) => `By ${authors}`,
  viewInBrowser: 'View in browser',
  upgradeReason: (site) => `The rest of this post is for paying members of ${site}.`,
  upgrade: 'Upgrade to read on',
  restOnWeb: 'Read the rest on the web',
  subscriptionReason: (newsletter) => `You get this mail because you are subscribed to ${newsletter}.`,
  unsubscribe: 'Unsubscribe',
  preferences: 'Manage preferences',
  openOn: (host) => `Open on ${host}`,
  watchVideo: 'Watch the video',
  listen: 'Listen to the recording',
  download: 'Download the file',
};

const de: EmailTexts = {
  by: (authors) => `Von ${authors}`,
  viewInBrowser: 'Im Browser ansehen',
  upgradeReason: (site) => `Der Rest dieses Beitrags ist für zahlende Mitglieder von ${site}.`,
  upgrade: 'Mitgliedschaft erweitern und weiterlesen',
  restOnWeb: 'Den Rest im Browser lesen',
  subscriptionReason: (newsletter) => `Sie erhalten diese E-Mail, weil Sie ${newsletter} abonniert haben.`,
  unsubscribe: 'Abbestellen',
  preferences: 'Einstellungen ändern',
  openOn: (host) => `Auf ${host} öffnen`,
  watchVideo: 'Video ansehen',
  listen: 'Aufnahme anhören',
  download: 'Datei herunterladen',
};

/** The wording in German or English; English for all other languages. @param language the language tag of the site, e.g. `de-AT` */
export function emailTextsOf(language: string): EmailTexts {
  return textLanguageOf(language) === 'de' ? de : en;
}

/** A date in German or English and in the time zone of the site, e.g. `November 22, 2026`. */
export function longDate(date: Date, { language, timezone: timeZone }: { language: string; timezone: string }): string {
  return date.toLocaleDateString(textLanguageOf(language), { dateStyle: 'long', timeZone });
}
