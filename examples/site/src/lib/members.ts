import { configuration } from './configuration.ts';
import { readForm } from './request-body.ts';

export interface Member {
  name: string | null;
  email: string;
  paid: boolean;
  /** Whether the member gets newsletters. */
  subscribed: boolean;
}

export const SESSION_COOKIE = 'ghost-members-ssr';
const TIMEOUT_MS = 10_000;
const JSON_HEADERS = { 'content-type': 'application/json' };

const cookieHeaders = (session: string) => ({ cookie: `${SESSION_COOKIE}=${session}` });
const errorOf = ({ status }: Response) => new Error(`The members API responded with ${status}.`);

function send(path: string, init: RequestInit): Promise<Response> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(`${configuration.membersUrl}/members/api/${path}`, { ...init, signal });
}

/** The member of a session, with their token for the Content API. @returns an empty object when the session has ended */
export async function findMember(session: string): Promise<{ member?: Member; memberToken?: string }> {
  const headers = cookieHeaders(session);
  const [member, token] = await Promise.all([send('member', { headers }), send('session', { headers })]);
  // The service responds with 204 when the session has ended.
  if (member.status !== 200 || token.status !== 200) return {};
  return { member: (await member.json()) as Member, memberToken: await token.text() };
}

export type LinkOutcome = 'sent' | 'invalid' | 'too-many';

/** Mails a link that signs in, or creates an account, to the address in a form. @returns undefined when no form was sent */
export async function sendLink(request: Request, emailType: 'signin' | 'signup'): Promise<LinkOutcome | undefined> {
  if (request.method !== 'POST') return undefined;
  const email = (await readForm(request)).get('email') ?? '';
  // The service limits how many links one IP address can request.
  const forwardedFor = request.headers.get('x-forwarded-for');
  const headers = { ...JSON_HEADERS, ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) };
  const body = JSON.stringify({ email, emailType });
  const response = await send('send-magic-link', { method: 'POST', headers, body });
  if (response.ok) return 'sent';
  if (response.status === 429) return 'too-many';
  if (response.status < 500) return 'invalid';
  throw errorOf(response);
}

/** Changes whether the member of a session gets newsletters. */
export async function setSubscribed(session: string, subscribed: boolean): Promise<void> {
  const headers = { ...JSON_HEADERS, ...cookieHeaders(session) };
  const response = await send('member', { method: 'PUT', headers, body: JSON.stringify({ subscribed }) });
  if (!response.ok) throw errorOf(response);
}

/** Ends a session. @returns the header that removes its cookie from the browser */
export async function signOut(session: string): Promise<string | null> {
  const response = await send('session', { method: 'DELETE', headers: cookieHeaders(session) });
  if (!response.ok) throw errorOf(response);
  return response.headers.get('set-cookie');
}
