import { CalendarClient, UnauthorizedError } from '@almanac/client';
import { admin } from './admin.ts';
import { configQuery } from './config.ts';
import { queryClient } from './query-client.ts';

let session: Promise<CalendarClient> | undefined;

async function signIn(): Promise<CalendarClient> {
  const { calendarUrl } = await queryClient.ensureQueryData(configQuery);
  const client = new CalendarClient({ url: calendarUrl });
  const response = await admin.post('/calendar_ticket/', {});
  const ticket = response.calendar_ticket[0];
  if (!ticket) throw new Error('The server sent no ticket for the calendar.');
  await client.signIn(ticket.ticket);
  return client;
}

/** The calendar, signed in by a ticket of the Admin API. The session lives in memory until the page is left. */
function calendar(): Promise<CalendarClient> {
  session ??= signIn().catch((error: unknown) => {
    session = undefined;
    throw error;
  });
  return session;
}

/** Calls the calendar; once more with a new session when the old one has ended. */
export async function withCalendar<Result>(call: (client: CalendarClient) => Promise<Result>): Promise<Result> {
  try {
    return await call(await calendar());
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
    session = undefined;
    return call(await calendar());
  }
}
