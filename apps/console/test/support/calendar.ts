import { AdminClient, CalendarClient } from '@almanac/client';
import { local } from './browser';

/** A client of the calendar, signed in as the user of the Admin API. */
export async function calendarOf(admin: AdminClient): Promise<CalendarClient> {
  const { calendar_ticket: tickets } = await admin.post('/calendar_ticket/', {});
  const calendar = new CalendarClient({ url: local().calendarUrl });
  await calendar.signIn(tickets[0]?.ticket ?? '');
  return calendar;
}

/** A client of the calendar, signed in as the owner of the site. */
export async function calendarOfOwner(): Promise<CalendarClient> {
  const admin = new AdminClient({ url: local().adminApiUrl });
  await admin.signIn(local().owner);
  const calendar = await calendarOf(admin);
  await admin.signOut();
  return calendar;
}
