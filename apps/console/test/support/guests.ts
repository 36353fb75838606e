import { findInMails } from './mailbox';

const LINK = /(http[\w:/.-]+\/rsvp\/[\w.-]+)/;

function sendForm(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** Requests a link with the form on the page for guests. @param url the URL of this page */
export async function askForLink(url: string, name: string, email: string): Promise<void> {
  const [, occurrence = ''] = /name="occurrence" value="([^"]+)"/.exec(await (await fetch(url)).text()) ?? [];
  const response = await sendForm(new URL('/rsvp/links', url).href, { occurrence, name, email });
  if (response.status !== 200) throw new Error(await response.text());
}

/** Answers by the link that was mailed to an address. */
export async function answerByMail(email: string, answer: 'YES' | 'NO' | 'MAYBE', partySize = 1): Promise<void> {
  const response = await sendForm(await findInMails(email, LINK), { answer, partySize: String(partySize) });
  if (response.status !== 303) throw new Error(await response.text());
}
