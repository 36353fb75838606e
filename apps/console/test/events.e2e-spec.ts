import type { TypedDocument } from '@almanac/client';
import type { Browser, Page, Request } from 'playwright-core';
import { readFile } from 'node:fs/promises';
import { consoleUrl, launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { calendarOfOwner } from './support/calendar';
import { answerByMail, askForLink } from './support/guests';

/** The machine may be busy: axe needs some seconds for each of the four pictures. */
const SCREEN_MS = 240_000;

const DAY_MS = 86_400_000;

const IMPORT: TypedDocument<{ importEvents: { created: number } }, { ics: string }> =
  'mutation ($ics: String!) { importEvents(ics: $ics) { created } }';

describe('events', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser, { timezoneId: 'Europe/Lisbon' }));
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const choose = async (name: string, option: string): Promise<void> => {
    await page.getByRole('combobox', { name }).selectOption(option);
  };

  it(
    'are listed with their rules, found by words, and kept in the address',
    async () => {
      await page.goto(consoleUrl('events'));
      await page.getByRole('link', { name: 'Fish market' }).waitFor();
      expect(await page.getByText('Every Tuesday and Saturday').count()).toBe(1);
      // A series that began long ago is listed with its next occurrence.
      const row = page.getByRole('row').filter({ hasText: 'Fish market' });
      const next = Date.parse((await row.getByRole('time').getAttribute('datetime')) ?? '');
      expect(next).toBeGreaterThan(Date.now() - DAY_MS);
      expect(next).toBeLessThan(Date.now() + 5 * DAY_MS);
      const times = await page.locator('tbody time').all();
      const texts = await Promise.all(times.map((time) => time.getAttribute('datetime')));
      const starts = texts.map((text) => Date.parse(text ?? ''));
      expect(starts).toEqual([...starts].sort((one, other) => one - other));
      expect(await problemsOf(page, 'events')).toEqual([]);
      await page.getByRole('searchbox', { name: 'Search events' }).fill('market');
      await page.getByRole('link', { name: 'Editorial meeting' }).waitFor({ state: 'detached' });
      expect(await page.getByRole('link', { name: 'Fish market' }).count()).toBe(1);
      expect(page.url()).toContain('q=market');
      await page.getByText('Past', { exact: true }).click();
      await page.getByText('Nothing fits the search and the filters together.').waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Events' }).click();
      await page.getByRole('link', { name: 'Editorial meeting' }).waitFor();
      expect(await page.getByRole('searchbox', { name: 'Search events' }).inputValue()).toBe('');
    },
    SCREEN_MS,
  );

  it(
    'are created with a rule that reads as a sentence and shows what follows from it',
    async () => {
      await page.goto(consoleUrl('events/new'));
      await page.getByRole('textbox', { name: 'Title' }).fill('Net mending');
      await page.getByLabel('Starts').fill('2031-03-04');
      await choose('Repeats', 'Every week');
      await page.getByLabel('Interval in weeks').fill('2');
      await page.getByText('Every second Tuesday', { exact: true }).waitFor();
      const preview = page.getByRole('list', { name: 'The first occurrences' }).getByRole('listitem');
      await preview.filter({ hasText: '18 Mar 2031' }).waitFor();
      expect(await preview.count()).toBe(10);
      await choose('Ends', 'On a date');
      await page.locator('input[type=date][aria-label="On a date"]').fill('2031-05-01');
      const sentence = page.getByText('Every second Tuesday until');
      await page.getByText('Every second Tuesday until 1 May 2031').waitFor();
      await page.locator('input[type=date][aria-label="On a date"]').fill('12031-05-01');
      await sentence.waitFor({ state: 'detached' });
      await page.locator('input[type=date][aria-label="On a date"]').fill('2031-05-01');
      await sentence.waitFor();
      await preview.nth(5).waitFor({ state: 'detached' });
      expect(await preview.count()).toBe(5);
      await page.getByRole('button', { name: /Leave out .*18 Mar/ }).click();
      await page.getByRole('button', { name: /Include .*18 Mar.* again/ }).waitFor();
      await preview.filter({ hasText: '18 Mar 2031' }).waitFor({ state: 'detached' });
      expect(await preview.count()).toBe(4);
      expect(await problemsOf(page, 'event-form')).toEqual([]);
      await page.getByRole('button', { name: 'Create the event' }).click();
      await page.getByRole('heading', { level: 1, name: 'Net mending' }).waitFor();
      const next = page.getByRole('region', { name: 'Next occurrences' }).getByText('2031');
      await next.first().waitFor();
      expect(await next.count()).toBe(4);
    },
    SCREEN_MS,
  );

  it(
    'take answers, which the owner sees, filters, downloads and removes',
    async () => {
      const answers = page.getByRole('region', { name: 'Answers' });
      await answers.getByRole('button', { name: 'Take answers' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Places of each occurrence').fill('2');
      await dialog.getByLabel('Maximum number of places for one answer').fill('2');
      await dialog.getByRole('button', { name: 'Take answers' }).click();
      await answers.getByText('No guest has answered yet.').waitFor();
      const url = await answers.getByLabel('Where guests answer').inputValue();
      const guests = ['Ada', 'Björn', 'Cleo'].map((name) => ({
        name,
        email: `${name.at(0)}${Date.now()}@example.org`,
      }));
      const [ada = '', björn = ''] = guests.map(({ email }) => email);
      for (const { name, email } of guests) await askForLink(url, name, email);
      await answerByMail(ada, 'YES', 2);
      await answerByMail(björn, 'YES');
      await page.reload();
      await answers.getByText('2 of 2 places', { exact: true }).waitFor();
      const rows = answers.getByRole('table').getByRole('row');
      expect(await rows.allInnerTexts()).toEqual([
        expect.stringContaining('Guest'),
        expect.stringMatching(/Ada[^]*Comes/i),
        expect.stringMatching(/Björn[^]*Waits[^]*Number 1/i),
        expect.stringMatching(/Cleo[^]*Not answered/i),
      ]);
      await page.getByRole('link', { name: 'Answers' }).click();
      await answers.getByRole('button', { name: 'Download as CSV' }).click({ trial: true });
      expect(await problemsOf(page, 'event-answers')).toEqual([]);

      const [file] = await Promise.all([
        page.waitForEvent('download'),
        answers.getByRole('button', { name: 'Download as CSV' }).click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^answers-2031-03-\d\d\.csv$/);
      expect(await readFile(await file.path(), 'utf8')).toContain(`\r\nAda,${ada},attending,2,`);

      await answers.getByRole('button', { name: 'Remove the answer of Ada' }).click();
      await dialog.getByRole('button', { name: 'Remove the answer' }).click();
      await answers.getByText('1 of 2 places', { exact: true }).waitFor();
      await dialog.waitFor({ state: 'detached' });
      const state = answers.getByRole('combobox', { name: 'Answer', exact: true });
      await state.selectOption('Not answered');
      await rows.nth(2).waitFor({ state: 'detached' });
      expect(await rows.nth(1).innerText()).toContain('Cleo');
      // The URL contains the filter.
      await page.waitForURL(/answer=UNANSWERED/);
      await page.reload();
      await rows.nth(1).getByText('Cleo').waitFor();
      expect(await rows.count()).toBe(2);
      expect(await state.inputValue()).toBe('UNANSWERED');
      await answers.getByRole('button', { name: 'Close answers' }).click();
      await answers.getByText('takes no more answers').waitFor();
      const occurrence = answers.getByLabel('Occurrence');
      await occurrence.selectOption({ index: 1 });
      await answers.getByText('No guest has answered yet.').waitFor();
      const chosen = await occurrence.inputValue();
      await page.waitForURL((url) => url.searchParams.get('occurrence') === chosen && !url.searchParams.has('answer'));
      await page.goto('about:blank');
      await page.goBack();
      await answers.getByText('No guest has answered yet.').waitFor();
      expect(await occurrence.inputValue()).toBe(chosen);
    },
    SCREEN_MS,
  );

  it('keep typed text when an occurrence is cancelled, and the focus when they are saved', async () => {
    const place = page.getByRole('textbox', { name: 'Place' });
    await place.fill('Net loft');
    const next = page.getByRole('region', { name: 'Next occurrences' });
    await next.getByRole('button', { name: 'Cancel' }).nth(1).click();
    const changed = page.getByRole('region', { name: 'Changed and cancelled occurrences' });
    await changed.getByRole('button', { name: 'Back to the series' }).click();
    await changed.waitFor({ state: 'detached' });
    expect(await place.inputValue()).toBe('Net loft');
    await place.press('Enter');
    await page.getByText('Saved', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement?.value')).toBe('Net loft');
  }, 120_000);

  it('have occurrences that are cancelled and restored, and changes for this and all that follow', async () => {
    const next = page.getByRole('region', { name: 'Next occurrences' });
    await next.getByRole('button', { name: 'Cancel' }).nth(1).click();
    const changed = page.getByRole('region', { name: 'Changed and cancelled occurrences' });
    await changed.getByText('1 April 2031').waitFor();
    expect(await next.getByText('2031').count()).toBe(3);
    await changed.getByRole('button', { name: 'Back to the series' }).click();
    await changed.waitFor({ state: 'detached' });
    expect(await next.getByText('2031').count()).toBe(4);

    await next.getByRole('button', { name: 'Change' }).nth(2).click();
    const dialog = page.getByRole('dialog', { name: 'Change an occurrence' });
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Net mending, outside');
    await dialog.getByRole('radio', { name: 'This and all that follow' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.goto(consoleUrl('events?q=mending'));
    await page.getByRole('link', { name: 'Net mending, outside' }).waitFor();
    expect(await page.getByRole('link', { name: /^Net mending/ }).count()).toBe(2);
  }, 120_000);

  it('pass on to the occurrences that follow only what was changed, not what one occurrence has of its own', async () => {
    const calendar = await calendarOfOwner();
    const created = await calendar.createEvent({
      time: {
        timeZone: 'UTC',
        start: '2033-06-07T10:00:00Z',
        end: '2033-06-07T11:00:00Z',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
      },
      info: [{ language: 'en', title: 'Rope work', description: null }],
      location: { name: 'Quay', address: 'Quay 1' },
      meta: { tags: [] },
      status: 'confirmed',
    });
    const id = created?.id ?? '';
    await calendar.changeOccurrence({
      id: `${id}_20330607T100000Z`,
      info: [{ language: 'en', title: 'Rope feast', description: null }],
      location: { name: 'Hall', address: 'Hall Lane 2' },
    });
    await page.goto(consoleUrl(`events/${id}`));
    const next = page.getByRole('region', { name: 'Next occurrences' });
    const change = next.getByRole('button', { name: 'Change' }).first();
    const dialog = page.getByRole('dialog', { name: 'Change an occurrence' });
    const sent: Request[] = [];
    page.on('request', (request) => {
      if (/mutation Change(?:Occurrence|SeriesFrom)/.test(request.postData() ?? '')) sent.push(request);
    });
    await change.click();
    await dialog.getByRole('radio', { name: 'This and all that follow' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);

    await change.click();
    await dialog.getByLabel('Ends').fill('2033-06-08');
    await dialog.getByRole('radio', { name: 'This and all that follow' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const details = await calendar.eventDetails(id);
    expect(sent).toHaveLength(1);
    expect(details?.event).toMatchObject({ info: [{ title: 'Rope work' }], location: { name: 'Quay' } });
    expect(details?.nextOccurrences).toMatchObject([
      { info: [{ title: 'Rope feast' }], location: { name: 'Hall' }, occurrence: { utcEnd: '2033-06-08T11:00:00Z' } },
      { info: [{ title: 'Rope work' }], location: { name: 'Quay' }, occurrence: { utcEnd: '2033-06-09T11:00:00Z' } },
      { info: [{ title: 'Rope work' }], location: { name: 'Quay' }, occurrence: { utcEnd: '2033-06-10T11:00:00Z' } },
    ]);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('have tentative occurrences, which stay tentative after a cancellation is undone', async () => {
    const calendar = await calendarOfOwner();
    const created = await calendar.createEvent({
      time: {
        timeZone: 'UTC',
        start: '2033-04-05T10:00:00Z',
        end: '2033-04-05T11:00:00Z',
        recurrence: 'RRULE:FREQ=DAILY;COUNT=3',
      },
      info: [{ language: 'en', title: 'Sea trial', description: null }],
      location: { name: null, address: null },
      meta: { tags: [] },
      status: 'tentative',
    });
    const id = created?.id ?? '';
    await calendar.changeOccurrence({
      id: `${id}_20330405T100000Z`,
      info: [{ language: 'en', title: 'First sea trial', description: null }],
    });
    await page.goto(consoleUrl(`events/${id}`));
    const next = page.getByRole('region', { name: 'Next occurrences' });
    const changed = page.getByRole('region', { name: 'Changed and cancelled occurrences' });
    // The first one has a title of its own, the second one follows the series.
    for (const day of ['5 April 2033', '6 April 2033']) {
      const row = next
        .locator('div', { hasText: day })
        .filter({ has: page.getByRole('button') })
        .last();
      await row.getByRole('button', { name: 'Cancel' }).click();
      await changed.getByText('Cancelled', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Undo' }).last().click();
      await changed.getByText('Cancelled', { exact: true }).waitFor({ state: 'detached' });
    }
    const details = await calendar.eventDetails(id);
    expect(details?.nextOccurrences.map(({ status }) => status)).toEqual(['tentative', 'tentative', 'tentative']);
    expect(details?.overrides).toMatchObject([{ info: [{ title: 'First sea trial' }] }]);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('show the first 100 changed occurrences, and all of them on request', async () => {
    const calendar = await calendarOfOwner();
    await calendar.request(IMPORT, { ics: soundings(101) });
    const { nodes } = await calendar.searchEvents({ text: 'Harbour sounding', first: 1 });
    const id = nodes[0]?.event.id ?? '';
    await page.goto(consoleUrl(`events/${id}`));
    const changed = page.getByRole('region', { name: 'Changed and cancelled occurrences' });
    const notice = changed.getByText('Only the first 100 are shown.');
    await notice.waitFor();
    const restore = changed.getByRole('button', { name: 'Back to the series' });
    expect(await restore.count()).toBe(100);
    await changed.getByRole('button', { name: 'Show all' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await restore.count()).toBe(101);
    await restore.last().click();
    await restore.nth(100).waitFor({ state: 'detached' });
    expect(await restore.count()).toBe(100);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('are saved with the largest interval and number of occurrences that the calendar accepts', async () => {
    const calendar = await calendarOfOwner();
    const created = await calendar.createEvent({
      time: {
        timeZone: 'UTC',
        start: '2033-05-05T10:00:00Z',
        end: '2033-05-05T11:00:00Z',
        recurrence: 'RRULE:FREQ=DAILY;INTERVAL=10000;COUNT=100000',
      },
      info: [{ language: 'en', title: 'Leap tide', description: null }],
      location: { name: null, address: null },
      meta: { tags: [] },
      status: 'confirmed',
    });
    const id = created?.id ?? '';
    await page.goto(consoleUrl(`events/${id}`));
    await page.getByLabel('Interval in days').waitFor();
    await page.getByRole('textbox', { name: 'Place' }).fill('Mole');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    expect((await calendar.event(id))?.location.name).toBe('Mole');
    await calendar.deleteEvent(id);
  }, 120_000);

  it('keep the form when a part of it cannot be loaded, and load the part again', async () => {
    const scripts = /\/(?:rule-section|select|categories-input)-[^/]*\.js$/;
    const profile = await newProfile(browser, { storageState: await page.context().storageState() });
    const form = await profile.newPage();
    await form.goto(consoleUrl('events/new'));
    const title = form.getByRole('textbox', { name: 'Title' });
    await title.fill('Lost at sea');
    await form.route(scripts, (route) => route.abort());
    await form.getByRole('combobox', { name: 'Repeats' }).selectOption('Every week');
    const notice = form.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });
    await notice.waitFor();
    const failures = form.getByText('It could not be loaded. Try again.');
    await form.getByRole('combobox', { name: 'Time zone' }).click();
    await failures.waitFor();
    await form.getByLabel('Categories').focus();
    await failures.nth(1).waitFor();
    await form.unroute(scripts);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await form.getByLabel('Interval in weeks').waitFor();
    await form.getByRole('combobox', { name: 'Time zone' }).click();
    await form.getByRole('listbox').getByRole('option').first().waitFor();
    await form.keyboard.press('Escape');
    await form.getByLabel('Categories').focus();
    await failures.first().waitFor({ state: 'detached' });
    expect([await failures.count(), await title.inputValue()]).toEqual([0, 'Lost at sea']);
    await profile.close();
  }, 120_000);

  it('ask before unsaved changes are left', async () => {
    const prompt = page.getByRole('dialog', { name: 'Leave without saving?' });
    const leaveTo = (name: string): Promise<void> =>
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await page.goto(consoleUrl('events/new'));
    const title = page.getByRole('textbox', { name: 'Title' });
    // The focus loads the code that asks.
    await Promise.all([page.waitForResponse(/\/unsaved-changes-[^/]*\.js$/), title.focus()]);
    await page.waitForLoadState('networkidle');
    await title.fill('Ebb walk');
    await leaveTo('Posts');
    await prompt.getByRole('button', { name: 'Stay' }).click();
    await prompt.waitFor({ state: 'detached' });
    expect(await title.inputValue()).toBe('Ebb walk');
    await page.getByRole('button', { name: 'Create the event' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ebb walk' }).waitFor();
    const eventUrl = page.url();
    const place = page.getByRole('textbox', { name: 'Place' });
    await place.fill('Sandbank');
    // The form stays on the screen.
    await page.getByRole('link', { name: 'Answers' }).click();
    await page.waitForURL(/#answers$/);
    expect([await prompt.count(), await place.inputValue()]).toEqual([0, 'Sandbank']);
    await leaveTo('Posts');
    await prompt.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    await page.goto(eventUrl);
    await place.fill('Sandbank');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('“Ebb walk” is deleted.').waitFor();
    expect(await prompt.count()).toBe(0);
  }, 120_000);

  it('show the error of the calendar for a rule that is none', async () => {
    await page.goto(consoleUrl('events/new'));
    await choose('Repeats', 'A custom rule');
    await page.getByLabel('RRULE of RFC 5545').fill('FREQ=OFTEN');
    await page.getByRole('main').getByRole('alert').waitFor();
    await page.getByLabel('RRULE of RFC 5545').fill('FREQ=MONTHLY;BYDAY=-1FR');
    await page.getByRole('main').getByRole('alert').waitFor({ state: 'detached' });
    const preview = page.getByRole('list', { name: 'The first occurrences' }).getByRole('listitem');
    await preview.nth(9).waitFor();
  }, 120_000);

  it('are deleted after a confirmation, which says what was deleted', async () => {
    await page.goto(consoleUrl('events?q=mending'));
    await page.getByRole('link', { name: 'Net mending, outside' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: /Delete “Net mending, outside”/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByText('“Net mending, outside” is deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor();
    expect(errors).toEqual([]);
  }, 120_000);

  it('are only those of the user with that filter, also before their account is loaded', async () => {
    const owners: (string | undefined)[] = [];
    const read = (request: Request): void => {
      const body = request.method() === 'POST' ? request.postData() : null;
      if (!body?.includes('query EventDetailsList')) return;
      const { variables } = JSON.parse(body) as { variables: { filter: { owner?: string } } };
      owners.push(variables.filter.owner);
    };
    page.on('request', read);
    await page.goto(consoleUrl('events?mine=true'));
    await page.getByRole('link', { name: 'Fish market' }).waitFor();
    page.off('request', read);
    expect(owners).toEqual([expect.stringMatching(/^[0-9a-f]{24}$/)]);
  }, 120_000);

  it('that are past begin with the latest, also of more than 1,000', async () => {
    const calendar = await calendarOfOwner();
    expect(await calendar.request(IMPORT, { ics: logbook(1_001) })).toEqual({ importEvents: { created: 1_001 } });
    await page.goto(consoleUrl('events?when=past'));
    const links = page.getByRole('row').getByRole('link');
    await links.first().waitFor();
    const names = (await links.allInnerTexts()).filter((name) => name.startsWith('Log entry'));
    expect(names.slice(0, 2)).toEqual(['Log entry 1001', 'Log entry 1000']);
  }, 120_000);

  it('reads rules in German', async () => {
    const profile = await newProfile(browser, { locale: 'de-DE' });
    const german = await signInGerman(profile);
    await german.goto(consoleUrl('events'));
    await german.getByText('Jeden Dienstag und Samstag').waitFor();
    await profile.close();
  }, 120_000);
});

/** The day with this number in a year, in the basic format of ISO 8601. */
const dayOf = (year: number, number: number): string =>
  new Date(Date.UTC(year, 0, number)).toISOString().slice(0, 10).replaceAll('-', '');

/** An iCalendar file with a daily event from 2034 on. Each of the first `count` days is an override with a title of its own. */
function soundings(count: number): string {
  const event = (day: string, title: string, line: string): string[] => [
    'BEGIN:VEVENT',
    'UID:soundings@harbour.example',
    'DTSTAMP:20010101T000000Z',
    `DTSTART:${day}T080000Z`,
    `DTEND:${day}T090000Z`,
    `SUMMARY:${title}`,
    line,
    'END:VEVENT',
  ];
  const overrides = Array.from({ length: count }, (_, index) => {
    const day = dayOf(2034, index + 1);
    return event(day, `Sounding ${index + 1}`, `RECURRENCE-ID:${day}T080000Z`);
  });
  return fileOf([...event(dayOf(2034, 1), 'Harbour sounding', 'RRULE:FREQ=DAILY'), ...overrides.flat()]);
}

/** An iCalendar file with one event on each of the first `count` days from 2001 on. */
function logbook(count: number): string {
  const events = Array.from({ length: count }, (_, index) => [
    'BEGIN:VEVENT',
    `UID:log-entry-${index + 1}@harbour.example`,
    'DTSTAMP:20010101T000000Z',
    `DTSTART:${dayOf(2001, index + 1)}T080000Z`,
    `DTEND:${dayOf(2001, index + 1)}T090000Z`,
    `SUMMARY:Log entry ${index + 1}`,
    'END:VEVENT',
  ]);
  return fileOf(events.flat());
}

const fileOf = (lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

async function signInGerman(profile: Awaited<ReturnType<typeof newProfile>>): Promise<Page> {
  const { email, password } = local().owner;
  const page = await profile.newPage();
  await page.goto(consoleUrl('signin'));
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
  return page;
}
