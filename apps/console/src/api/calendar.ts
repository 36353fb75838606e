import { CalendarClient, UnauthorizedError } from '@almanac/client';
import { admin } from './admin.ts';
import { configQuery } from './config.ts';
import { queryClient } from './query-client.ts';

/** The client of the current session; undefined before the first sign-in and after a failed one. */
let session: Promise<CalendarClient> | undefined;

/** Signs in at the calendar with a ticket of the Admin API. */
async function signIn(): Promise<CalendarClient> {
  const { calendarUrl } = await queryClient.ensureQueryData(configQuery);
  const client = new CalendarClient({ url: calendarUrl });
  const response = await admin.post('/calendar_ticket/', {});
  const ticket = response.calendar_ticket[0];
  if (!ticket) throw new Error('The server sent no ticket for the calendar.');
  await client.signIn(ticket.ticket);
  return client;
}

/** The signed-in client of the calendar. Its session is kept in memory only, until the page is left. */
function signedInClient(): Promise<CalendarClient> {
  session ??= signIn().catch((error: unknown) => {
    session = undefined;
    throw error;
  });
  return session;
}

/** Calls the calendar. When the session has ended, signs in again and repeats the call once. */
export async function withCalendar<Result>(call: (client: CalendarClient) => Promise<Result>): Promise<Result> {
  try {
    return await call(await signedInClient());
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    session = undefined;
    return call(await signedInClient());
  }
}
