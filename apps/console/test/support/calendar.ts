import { AdminClient, CalendarClient } from '@almanac/client';
import type { Page } from 'playwright-core';
import { local } from './browser';

/** Delays the requests of a page to the calendar whose body contains `text`. @returns a function that lets them continue */
export async function holdRequests(page: Page, text: string): Promise<() => Promise<void>> {
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  await page.route(`${local().calendarUrl}/**`, async (route) => {
    if (route.request().postData()?.includes(text)) await isReleased;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
}

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
