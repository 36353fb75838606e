import type { APIRoute } from 'astro';
import { SESSION_COOKIE, signOut } from '../lib/members.ts';

/** Ends the session and removes its cookie. */
export const POST: APIRoute = async ({ cookies }) => {
  const session = cookies.get(SESSION_COOKIE)?.value;
  const removal = session ? await signOut(session) : null;
  return new Response(null, { status: 303, headers: { location: '/', ...(removal && { 'set-cookie': removal }) } });
};
