import { AdminClient, type CalendarClient } from '@almanac/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, local, newProfile, recordErrors, signIn } from './support/browser';
import { calendarOf, holdRequests } from './support/calendar';
import { answerByMail, askForLink } from './support/guests';
import { addStaff } from './support/staff';

/**
 * Checks that a dialog does not close. Playwright waits until the element can be clicked and does not move; in a dialog that closes, it
 * moves and disappears.
 */
const staysOpen = (inDialog: Locator): Promise<void> => inDialog.click({ trial: true, timeout: 5_000 });

describe('editing an event', () => {
  let browser: Browser;
  let page: Page;
  let calendar: CalendarClient;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    // With a person of its own, because the calendar limits the mutations of each user.
    const person = await addStaff('Editor', 'Ina Keeper');
    page = await signIn(await newProfile(browser), person);
    errors = recordErrors(page);
    const admin = new AdminClient({ url: local().adminApiUrl });
    await admin.signIn(person);
    calendar = await calendarOf(admin);
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(() => expect(errors).toEqual([]));

  /** Adds a series of four occurrences from 8 November 2033, a Tuesday. @returns its id */
  async function addSeries(title: string, rule = 'FREQ=WEEKLY;BYDAY=TU', timeZone = 'UTC'): Promise<string> {
    const recurrence = `RRULE:${rule};COUNT=4`;
    const created = await calendar.createEvent({
      time: { timeZone, start: '2033-11-08T10:00:00Z', end: '2033-11-08T11:00:00Z', recurrence },
      info: [{ language: 'en', title, description: null }],
      location: { name: null, address: null },
      meta: { tags: ['Harbour'] },
      status: 'confirmed',
    });
    return created?.id ?? '';
  }

  const region = (name: string): Locator => page.getByRole('region', { name });

  it('keeps changed occurrences and answers when the first day of the series changes', async () => {
    // The rules that the form writes. A second Tuesday and Wednesday are not always one day apart.
    for (const rule of ['FREQ=WEEKLY;BYDAY=TU', 'FREQ=MONTHLY;BYDAY=2TU']) {
      const id = await addSeries('Lamp watch', rule);
      await calendar.setRsvp({ eventId: id });
      const ids = (await calendar.eventDetails(id))?.nextOccurrences.map(({ occurrence }) => occurrence.id) ?? [];
      await calendar.cancelOccurrence(ids[1] ?? '');
      await calendar.changeOccurrence({ id: ids[3] ?? '', location: { name: 'Tower', address: null } });
      const email = `lamp-${id}@example.org`;
      await askForLink((await calendar.rsvp(ids[3] ?? ''))?.url ?? '', 'Ada', email);
      await answerByMail(email, 'YES');

      await page.goto(consoleUrl(`events/${id}`));
      await page.getByLabel('Starts').fill('2033-11-09');
      await page.getByText(/Wednesday.*, 4 times/).waitFor();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).last().waitFor();
      const moved = (await calendar.eventDetails(id))?.overrides;
      expect([rule, moved]).toMatchObject([rule, [{ status: 'cancelled' }, { location: { name: 'Tower' } }]]);
      expect(moved?.map(({ occurrence }) => new Date(occurrence.utcStart).getUTCDay())).toEqual([3, 3]);
      const answered = await calendar.answeredOccurrences(id);
      expect(answered).toMatchObject([{ occurrenceId: moved?.[1]?.occurrence.id, counts: { attending: 1 } }]);
      await calendar.deleteEvent(id);
    }
  }, 120_000);

  it('lets the date on which a rule ends be typed', async () => {
    await page.goto(consoleUrl('events/new'));
    await page.getByLabel('Starts').fill('2033-11-08');
    await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Every week');
    await page.getByRole('combobox', { name: 'Ends' }).selectOption('On a date');
    const until = page.locator('input[type=date][aria-label="On a date"]');
    await until.fill('2033-12-01');
    await page.getByText('Every Tuesday until 1 December 2033').waitFor();
    // The key removes one part of the date, so that the date is incomplete.
    await until.press('Backspace');
    await page.getByText('Every Tuesday until').waitFor({ state: 'detached' });
    expect(await until.inputValue()).toBe('');
    await until.fill('2033-12-08');
    await page.getByText('Every Tuesday until 8 December 2033').waitFor();
  }, 120_000);

  it('keeps the dialog of an occurrence open until its request ends, and the focus when a row disappears', async () => {
    const id = await addSeries('Chain check');
    await page.goto(consoleUrl(`events/${id}`));
    const next = region('Next occurrences');
    const dialog = page.getByRole('dialog', { name: 'Change an occurrence' });
    await next.getByRole('button', { name: 'Change' }).first().click();
    await dialog.getByLabel('Place').fill('Dock');
    const release = await holdRequests(page, 'mutation ChangeOccurrence');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('button[type=submit]:disabled').waitFor();
    // The request could not be cancelled by closing the dialog.
    await page.keyboard.press('Escape');
    await staysOpen(dialog.getByLabel('Place'));
    await release();
    await page.getByText('Saved', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await region('Changed and cancelled occurrences').getByText('8 November 2033').waitFor();

    await next.getByRole('button', { name: 'Cancel' }).last().press('Enter');
    await region('Changed and cancelled occurrences').getByText('29 November 2033').waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Change');
    await calendar.deleteEvent(id);
  }, 120_000);

  it('asks before a removed category is lost, and does not promise to keep an event that is being deleted', async () => {
    const id = await addSeries('Pump repair');
    await page.goto(consoleUrl(`events/${id}`));
    const category = page.getByText('Harbour', { exact: true });
    await category.locator('..').locator('button').click();
    await category.waitFor({ state: 'detached' });
    // The change loads the code that asks.
    const isLoaded = `performance.getEntriesByType('resource').some(({ name }) => name.includes('/unsaved-changes-'))`;
    await page.waitForFunction(isLoaded);
    await page.waitForLoadState('networkidle');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();

    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: /Delete “Pump repair”/ });
    const release = await holdRequests(page, 'mutation DeleteEvent');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await dialog.locator('button:disabled', { hasText: 'Keep it' }).waitFor();
    await page.keyboard.press('Escape');
    await staysOpen(dialog.getByRole('heading'));
    await release();
    await page.getByText('“Pump repair” is deleted').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
  }, 120_000);

  it('lists events with their zone, and does not say that there are none before the server has answered', async () => {
    const id = await addSeries('Tide table', undefined, 'Asia/Tokyo');
    await page.goto(consoleUrl('events'));
    await page
      .getByRole('row', { name: /Tide table/ })
      .getByText('Asia/Tokyo')
      .waitFor();
    await page.goto(consoleUrl('events?q=nowhere'));
    const empty = page.getByText('No events', { exact: true });
    await empty.waitFor();
    const release = await holdRequests(page, 'query SearchEvents');
    await page.getByText('Past', { exact: true }).click();
    await empty.waitFor({ state: 'detached' });
    await release();
    await empty.waitFor();
    await calendar.deleteEvent(id);
  }, 120_000);
});
