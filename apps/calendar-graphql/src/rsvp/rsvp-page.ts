import { escapeAttribute, escapeText } from 'entities';
import { type ListedResponse, type RsvpOverview } from './rsvp-lists.service';
import { locationLine, titleOf, whenText } from './occurrence-text';
import { type PageLanguage } from './page-language';
import { PAGE_WORDINGS, type PageWording } from './page-wordings';
import { occurrenceIdOf, type RsvpOccurrence } from './rsvp-occurrence';

/** The style sheet of the pages for guests. */
export const RSVP_STYLE = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0; display: grid; place-items: center; min-height: 100vh }
main { max-width: 32rem; padding: 1rem }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere }
button { font: inherit; padding: 0.5rem 1.5rem; margin: 0 0.5rem 0.5rem 0 }
input { font: inherit; padding: 0.25rem 0.5rem }
input[type=number] { width: 5rem; margin-inline-start: 0.5rem }
input:not([type=number]) { display: block; box-sizing: border-box; width: 100%; max-width: 24rem; margin-top: 0.25rem }
.state { font-weight: 600 }
`;

/** The values on the page on which a guest answers. */
export interface ResponsePage {
  occurrence: RsvpOccurrence;
  answer: ListedResponse;
  /** The maximum number of places of one answer. */
  maxPartySize: number;
  /** Whether every kind of answer is accepted. */
  isOpen: boolean;
  /** Whether at least a NO is accepted. */
  isChangeable: boolean;
}

function page(language: PageLanguage, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeText(title)}</title>
<link rel="stylesheet" href="/rsvp/page.css">
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

const paragraph = (text: string): string => `<p>${escapeText(text)}</p>`;

function form(language: PageLanguage, { answer, maxPartySize, isOpen }: ResponsePage): string {
  const wording = PAGE_WORDINGS[language];
  const no = `<button name="answer" value="NO">${wording.no}</button>`;
  if (!isOpen) return `${paragraph(wording.closed)}\n<form method="post"><p>${no}</p></form>`;
  // If the owner of the event lowered the maximum, guests may keep the places that they have.
  const max = Math.max(maxPartySize, answer.partySize);
  const size =
    max === 1
      ? ''
      : `<p><label>${wording.places}<input type="number" name="partySize" min="1" max="${max}" value="${answer.partySize}" required></label></p>`;
  return `<form method="post">
${size}
<p><button name="answer" value="YES">${wording.yes}</button><button name="answer" value="MAYBE">${wording.maybe}</button>${no}</p>
</form>`;
}

/** The page on which a guest answers. It has no script. @param problem why the last answer was refused; undefined if it was not */
export function answerPage(language: PageLanguage, shown: ResponsePage, problem?: string): string {
  const { occurrence, answer, isChangeable } = shown;
  const wording = PAGE_WORDINGS[language];
  return page(
    language,
    titleOf(occurrence),
    [
      ...headerOf(language, occurrence),
      ...(problem === undefined ? [] : [`<p role="alert">${escapeText(problem)}</p>`]),
      `<p class="state" role="status">${escapeText(wording.state(answer))}</p>`,
      isChangeable ? form(language, shown) : paragraph(endReason(wording, occurrence)),
    ].join('\n'),
  );
}

/** The page on which guests without an account request the link by which they answer. */
export function requestPage(language: PageLanguage, overview: RsvpOverview): string {
  const { occurrence, isOpen, isChangeable } = overview;
  const wording = PAGE_WORDINGS[language];
  const content = isOpen
    ? requestForm(wording, overview)
    : paragraph(isChangeable ? wording.closed : endReason(wording, occurrence));
  return page(language, titleOf(occurrence), [...headerOf(language, occurrence), content].join('\n'));
}

function headerOf(language: PageLanguage, occurrence: RsvpOccurrence): string[] {
  const place = locationLine(occurrence);
  return [
    `<h1>${escapeText(titleOf(occurrence))}</h1>`,
    paragraph(whenText(occurrence, language)),
    ...(place === null ? [] : [paragraph(place)]),
  ];
}

/** Why answers can no longer change. */
function endReason(wording: PageWording, { status }: RsvpOccurrence): string {
  return status === 'cancelled' ? wording.cancelled : wording.begun;
}

function requestForm({ request }: PageWording, { occurrence, settings, counts }: RsvpOverview): string {
  const { capacity, hasWaitingList } = settings;
  const placesLeft = capacity === null ? null : Math.max(0, capacity - counts.attending.places);
  const id = occurrenceIdOf({ eventId: occurrence.event.id, recurrenceStart: occurrence.recurrenceStart });
  return `${placesLeft === null ? '' : paragraph(request.placesLeft(placesLeft, hasWaitingList))}
${paragraph(request.help)}
<form method="post" action="/rsvp/links">
<input type="hidden" name="occurrence" value="${escapeAttribute(id)}">
<p><label>${request.name}<input name="name" autocomplete="name" maxlength="191" required></label></p>
<p><label>${request.email}<input name="email" type="email" autocomplete="email" maxlength="191" required></label></p>
<p><button>${request.send}</button></p>
</form>`;
}

/** A page with a heading and one sentence. */
export function messagePage(language: PageLanguage, title: string, text: string): string {
  return page(language, title, `<h1>${escapeText(title)}</h1>\n${paragraph(text)}`);
}
