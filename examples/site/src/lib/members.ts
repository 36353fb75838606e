import { configuration } from './configuration.ts';

export interface Member {
  name: string | null;
  email: string;
  paid: boolean;
  /** Whether they get posts by mail. */
  subscribed: boolean;
}

export const SESSION_COOKIE = 'ghost-members-ssr';
const TIMEOUT_MS = 10_000;

function send(path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(`${configuration.membersUrl}/members/api/${path}`, { ...init, headers, signal });
}

/** The member of a session and their token for the Content API. */
export async function findMember(session: string): Promise<{ member?: Member; memberToken?: string }> {
  const headers = { cookie: `${SESSION_COOKIE}=${session}` };
  const [member, token] = await Promise.all([send('member', headers), send('session', headers)]);
  // 204 means that the session has ended.
  if (member.status !== 200 || token.status !== 200) return {};
  return { member: (await member.json()) as Member, memberToken: await token.text() };
}

export type LinkOutcome = 'sent' | 'invalid' | 'too-many';

/**
 * Mails a link that signs in, or creates an account.
 * @param forwardedFor the header of the request; the service bounds the links that one address can request
 */
export async function sendLink(
  email: string,
  emailType: 'signin' | 'signup',
  forwardedFor: string | null,
): Promise<LinkOutcome> {
  const headers = {
    'content-type': 'application/json',
    ...(forwardedFor && { 'x-forwarded-for': forwardedFor }),
  };
  const response = await send('send-magic-link', headers, {
    method: 'POST',
    body: JSON.stringify({ email, emailType }),
  });
  if (response.ok) return 'sent';
  if (response.status === 429) return 'too-many';
  if (response.status < 500) return 'invalid';
  throw new Error(`The members' API responded with ${response.status}.`);
}

/** Changes whether the member of a session gets posts by mail. */
export async function setSubscribed(session: string, subscribed: boolean): Promise<void> {
  const headers = { cookie: `${SESSION_COOKIE}=${session}`, 'content-type': 'application/json' };
  const response = await send('member', headers, { method: 'PUT', body: JSON.stringify({ subscribed }) });
  if (!response.ok) throw new Error(`The members' API responded with ${response.status}.`);
}

/** Ends a session. @returns the header that removes its cookie from the browser */
export async function signOut(session: string): Promise<string | null> {
  const response = await send('session', { cookie: `${SESSION_COOKIE}=${session}` }, { method: 'DELETE' });
  if (!response.ok) throw new Error(`The members' API responded with ${response.status}.`);
  return response.headers.get('set-cookie');
}
