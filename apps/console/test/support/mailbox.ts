import { local } from './browser';

const ATTEMPTS = 150;
const PAUSE_MS = 100;

/**
 * Waits until a mail to an address, in the mailbox of `npm start`, contains what is looked for.
 * @returns the first group of the pattern in the newest such mail
 */
export async function findInMails(email: string, pattern: RegExp): Promise<string> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const mails = await (await fetch(`${local().mailboxUrl}/api/messages?to=${encodeURIComponent(email)}`)).text();
    const [, found] = pattern.exec(mails) ?? [];
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error(`No mail to ${email} contains ${pattern}.`);
}
