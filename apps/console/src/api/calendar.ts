import { CalendarClient, UnauthorizedError } from '@almanac/client';
import { admin } from './admin.ts';
import { configQuery } from './config.ts';
import { queryClient } from './query-client.ts';
import { currentUserQuery } from './session.ts';

/** Resolves to the signed-in client; undefined if the next call must sign in first. */
let clientPromise: Promise<CalendarClient> | undefined;
/** The id of the user for whom `clientPromise` signs in. */
let clientUserId: string | undefined;

/** Signs in to the calendar with a ticket that the Admin API issues to the signed-in user. */
async function signIn(): Promise<CalendarClient> {
  const { calendarUrl } = await queryClient.ensureQueryData(configQuery);
  const client = new CalendarClient({ url: calendarUrl });
  const response = await admin.post('/calendar_ticket/', {});
  const ticket = response.calendar_ticket[0];
  if (!ticket) throw new Error('The server sent no ticket for the calendar.');
  await client.signIn(ticket.ticket);
  return client;
}

/**
 * The client of the calendar, signed in as the user of the Console. Signs in on the first call, after a change of the user, and after
 * `withCalendar` has found that the session has ended. Its token exists only in memory, so the client also
 * signs in after a reload of the Console.
 */
function signedInClient(): Promise<CalendarClient> {
  const userId = queryClient.getQueryData(currentUserQuery.queryKey)?.id;
  if (userId !== clientUserId) clientPromise = undefined;
  clientUserId = userId;
  clientPromise ??= signIn().catch((error: unknown) => {
    clientPromise = undefined;
    throw error;
  });
  return clientPromise;
}

/** The result of `call` with a signed-in client. If the session has ended, signs in again and repeats the call once. */
export async function withCalendar<Result>(call: (client: CalendarClient) => Promise<Result>): Promise<Result> {
  const usedClient = signedInClient();
  try {
    return await call(await usedClient);
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    // If another call has already signed in again, its new client is used.
    if (clientPromise === usedClient) clientPromise = undefined;
    return call(await signedInClient());
  }
}

/** The account of the user in the calendar API. */
export function readCalendarAccount({ signal }: { signal?: AbortSignal } = {}) {
  return withCalendar(async (client) => {
    const account = await client.me({ signal });
    // `me` returns null instead of an error after the session has ended. The `UnauthorizedError` makes `withCalendar` sign in again.
    if (!account)
      throw new UnauthorizedError('The session of the calendar has ended.', { status: 401, type: 'UnauthorizedError' });
    return account;
  });
}
