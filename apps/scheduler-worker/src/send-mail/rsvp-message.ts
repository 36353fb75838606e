import type { RsvpMailValues } from '@almanac/outbox';
import type { TextLanguage } from '@almanac/rendering';
import type { MailMessage } from './mail-message';
import { englishRsvpWordings } from './rsvp-wordings';
import { germanRsvpWordings } from './rsvp-wordings-de';

/** The wording that several kinds of RSVP mails share, and the wordings of each kind, by language. */
const SHARED_WORDINGS = {
  en: {
    greeting: 'Hello,',
    answer: 'Answer',
    show: 'Show or change your answer',
    change: 'You can change your answer by the link until the event begins. Do not forward the link.',
    notYou: 'If you did not request this, you can ignore this mail.',
    wordings: englishRsvpWordings,
  },
  de: {
    greeting: 'Guten Tag,',
    answer: 'Antworten',
    show: 'Antwort ansehen oder ändern',
    change:
      'Über den Link können Sie Ihre Antwort bis zum Beginn des Termins ändern. Bitte leiten Sie ihn nicht weiter.',
    notYou: 'Falls Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    wordings: germanRsvpWordings,
  },
};

/** The content of a mail about an answer to an event. */
export function rsvpMessage(language: TextLanguage, values: RsvpMailValues): MailMessage {
  const { kind, title, when, place, url } = values;
  const { greeting, answer, show, change, notYou, wordings } = SHARED_WORDINGS[language];
  const { subject, text } = wordings[kind];
  const isAnswerable = kind !== 'cancelled' && kind !== 'removed';
  return {
    subject: subject(title),
    paragraphs: [greeting, text(values), [title, when[language], ...(place === null ? [] : [place])].join(' · ')],
    ...(isAnswerable && { button: { label: kind === 'link' ? answer : show, url } }),
    smallPrint: isAnswerable ? [change, ...(kind === 'link' ? [notYou] : [])] : [],
  };
}
