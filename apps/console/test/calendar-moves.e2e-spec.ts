import { AdminClient, type CalendarClient } from '@almanac/client';
import type { Browser, Locator, Page } from 'playwright-core';
import { calendarOfOwner, holdRequests } from './support/calendar';
import { consoleUrl, launchBrowser, local, newProfile, recordErrors, signIn } from './support/browser';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('moving entries of the calendar', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  let admin: AdminClient;
  beforeAll(async () => {
    const { adminApiUrl, adminKey } = local();
    admin = new AdminClient({ url: adminApiUrl, key: adminKey });
    browser = await launchBrowser();
    // High enough that no entry hides behind "more".
    page = await signIn(await newProfile(browser, { viewport: { width: 1280, height: 1600 } }));
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** The day of an instant in the zone of the test site, which is UTC. */
  const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

  async function schedule(title: string, at: number): Promise<string> {
    const published_at = new Date(at).toISOString();
    const { posts } = await admin.post('/posts/', { body: { posts: [{ title, status: 'scheduled', published_at }] } });
    return posts[0]?.id ?? '';
  }

  async function postOf(id: string) {
    const { posts } = await admin.get('/posts/{id}/', { params: { path: { id } } });
    return posts[0];
  }

  /** The month with a day, posts only. */
  const postsOf = (day: string): string => consoleUrl(`?view=month&date=${day}&hide=["page","newsletter","event"]`);
  const entry = (name: string): Locator => page.getByRole('button', { name: new RegExp(name) }).first();
  const cell = (day: string): Locator => page.locator(`[role="cell"][data-date="${day}"]`);

  async function drag(from: Locator, to: Locator): Promise<void> {
    const [source, target] = [await from.boundingBox(), await to.boundingBox()];
    if (!source || !target) throw new Error('There is nothing to drag.');
    await page.mouse.move(source.x + 20, source.y + 10);
    await page.mouse.down();
    await page.mouse.move(source.x + 30, source.y + 20, { steps: 4 });
    await page.mouse.move(target.x + target.width / 2, target.y + target.height - 12, { steps: 8 });
    await page.mouse.up();
  }

  it('reschedules a post by drag', async () => {
    // The post is due in a day and three minutes. After the drag to the day before, it is due in three minutes.
    const due = Date.now() + 3 * MINUTE_MS;
    const id = await schedule('Dragged to today', due + DAY_MS);
    await page.goto(postsOf(dayOf(due)));
    await entry('Dragged to today').waitFor();
    await drag(entry('Dragged to today'), cell(dayOf(due)));
    await page.getByText(/“Dragged to today” moved to/).waitFor();
    expect(Date.parse((await postOf(id))?.published_at ?? '')).toBe(Math.floor(due / 1000) * 1000);
  }, 120_000);

  it('undoes a drag, and refuses a time in less than two minutes in the words of the server', async () => {
    // Dragged to today, the post would be due a minute ago.
    const at = Date.now() + 2 * DAY_MS - MINUTE_MS;
    const id = await schedule('Dragged and back', at);
    await page.goto(postsOf(dayOf(Date.now())));
    await entry('Dragged and back').waitFor();
    await drag(entry('Dragged and back'), cell(dayOf(at + DAY_MS)));
    await page.getByText(/“Dragged and back” moved to/).waitFor();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('“Dragged and back” is back where it was.').waitFor();
    expect(dayOf(Date.parse((await postOf(id))?.published_at ?? ''))).toBe(dayOf(at));
    await cell(dayOf(at)).getByText('Dragged and back').waitFor();

    await drag(entry('Dragged and back'), cell(dayOf(Date.now())));
    await page.getByRole('alert').filter({ hasText: 'at least 2 minutes in the future' }).waitFor();
    expect(await cell(dayOf(at)).getByText('Dragged and back').count()).toBe(1);
  }, 120_000);

  it('does not drag an event again before its new time has arrived', async () => {
    const calendar = await calendarOfOwner();
    const id = await addEvent(calendar, 'Dragged twice', '2032-09-07');
    await page.goto(consoleUrl('?view=month&date=2032-09-01&hide=["post","page","newsletter"]'));
    await cell('2032-09-07').getByText('Dragged twice').waitFor();
    const release = await holdRequests(page, 'query OccurrencePage');
    await drag(entry('Dragged twice'), cell('2032-09-08'));
    await page.getByText(/“Dragged twice” moved to/).waitFor();
    await drag(entry('Dragged twice'), cell('2032-09-10'));
    await release();
    await page.waitForLoadState('networkidle');
    await cell('2032-09-08').getByText('Dragged twice').waitFor();
    expect(Date.parse((await calendar.event(id))?.time.start ?? '')).toBe(Date.parse('2032-09-08T10:00:00Z'));
    await calendar.deleteEvent(id);
  }, 120_000);

  it('moves an entry to the row of whole days of the week, in the zone on the screen', async () => {
    const day = '2031-12-16';
    const id = await schedule('Dragged to the whole day', Date.parse(`${day}T15:00:00Z`));
    await page.goto(consoleUrl(`?view=week&date=${day}&zone=America/New_York&hide=["page","newsletter","event"]`));
    await entry('Dragged to the whole day').waitFor();
    await drag(entry('Dragged to the whole day'), cell('2031-12-17').first());
    await page.getByText(/“Dragged to the whole day” moved to/).waitFor();
    expect(Date.parse((await postOf(id))?.published_at ?? '')).toBe(Date.parse('2031-12-17T05:00:00Z'));
  }, 120_000);

  it('gives an event a length when it is moved to the row of whole days of the week, and back to a time', async () => {
    const calendar = await calendarOfOwner();
    const id = await addEvent(calendar, 'Open harbour', '2031-12-23');
    const timesOf = async (): Promise<number[]> => {
      const { start, end } = (await calendar.event(id))?.time ?? {};
      return [Date.parse(start ?? ''), Date.parse(end ?? '')];
    };
    const moved = page.getByText(/“Open harbour” moved to/);
    await page.goto(consoleUrl('?view=week&date=2031-12-23&hide=["post","page","newsletter"]'));
    await entry('Open harbour').waitFor();
    await drag(entry('Open harbour'), cell('2031-12-24').first());
    await moved.waitFor();
    expect(await timesOf()).toEqual([Date.parse('2031-12-24T00:00:00Z'), Date.parse('2031-12-25T00:00:00Z')]);

    await page.reload();
    await entry('Open harbour').waitFor();
    await drag(entry('Open harbour'), cell('2031-12-23').last());
    await moved.waitFor();
    const [start = 0, end] = await timesOf();
    expect(end).toBe(start + 30 * MINUTE_MS);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('undoes the move of one occurrence to the row of whole days, back to its hours', async () => {
    const calendar = await calendarOfOwner();
    const id = await addEvent(calendar, 'Rope class', '2032-01-13', 'RRULE:FREQ=WEEKLY;COUNT=2');
    await page.goto(consoleUrl('?view=week&date=2032-01-13&hide=["post","page","newsletter"]'));
    await entry('Rope class').waitFor();
    await drag(entry('Rope class'), cell('2032-01-14').first());
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
    await page.getByText(/“Rope class” moved to/).waitFor();
    expect((await calendar.eventDetails(id))?.overrides).toMatchObject([{ startDate: '2032-01-14' }]);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await page.getByText('“Rope class” is back where it was.').waitFor();
    // The occurrence has the times of its series again, so no change of it is stored.
    expect((await calendar.eventDetails(id))?.overrides).toEqual([]);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('moves a whole series whose first date is left out', async () => {
    const calendar = await calendarOfOwner();
    const recurrence = 'RRULE:FREQ=WEEKLY;COUNT=3\nEXDATE:20320210T100000Z';
    const id = await addEvent(calendar, 'Sail repair', '2032-02-10', recurrence);
    await page.goto(consoleUrl('?view=month&date=2032-02-01&hide=["post","page","newsletter"]'));
    await drag(cell('2032-02-24').getByRole('button', { name: /Sail repair/ }), cell('2032-02-25'));
    const dialog = page.getByRole('dialog', { name: 'Move a repeating event' });
    await dialog.getByRole('radio', { name: 'The whole series' }).check();
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText(/“Sail repair” and its other occurrences moved/).waitFor();
    await cell('2032-02-18').getByText('Sail repair').waitFor();
    // No other event is left with the date that has no occurrence.
    const { nodes } = await calendar.searchEvents({ text: 'Sail repair', first: 10 });
    expect(nodes.map(({ event }) => event.id)).toEqual([id]);
    const { nextOccurrences } = (await calendar.eventDetails(id)) ?? {};
    const starts = ['2032-02-18T10:00:00Z', '2032-02-25T10:00:00Z'];
    expect(nextOccurrences?.map(({ occurrence }) => occurrence.utcStart)).toEqual(starts);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('moves occurrences that follow, and a whole series, to another day than the rule of the form names', async () => {
    const calendar = await calendarOfOwner();
    // The rules that the form of an event writes.
    const rules = ['FREQ=WEEKLY;BYDAY=TU', 'FREQ=MONTHLY;BYDAY=2TU', 'FREQ=MONTHLY;BYMONTHDAY=11'];
    for (const rule of rules) {
      const id = await addEvent(calendar, 'Knot class', '2032-05-11', `RRULE:${rule};COUNT=3`);
      await page.goto(consoleUrl('?view=month&date=2032-05-01&hide=["post","page","newsletter"]'));
      const dialog = page.getByRole('dialog', { name: 'Move a repeating event' });
      const move = async (from: string, to: string, scope: string): Promise<void> => {
        await drag(cell(from).getByRole('button', { name: /Knot class/ }), cell(to));
        await dialog.getByRole('radio', { name: scope }).check();
        await dialog.getByRole('button', { name: 'Move' }).click();
        await cell(to).getByText('Knot class').waitFor();
        await dialog.waitFor({ state: 'detached' });
      };
      await move('2032-05-11', '2032-05-12', 'This and all that follow');
      await page.getByText(/“Knot class” and all occurrences that follow moved/).waitFor();
      await page.reload();
      await move('2032-05-12', '2032-05-13', 'The whole series');
      await page.getByText(/“Knot class” and its other occurrences moved/).waitFor();
      const { nextOccurrences = [] } = (await calendar.eventDetails(id)) ?? {};
      const days = nextOccurrences.map(({ occurrence }) => new Date(occurrence.utcStart).getUTCDay());
      expect([rule, nextOccurrences[0]?.occurrence.utcStart, days.length]).toEqual([rule, '2032-05-13T10:00:00Z', 3]);
      if (!rule.includes('MONTHDAY')) expect([rule, days]).toEqual([rule, [4, 4, 4]]);
      await calendar.deleteEvent(id);
    }
  }, 120_000);

  it('explains why a series on several weekdays does not move to another day', async () => {
    const calendar = await calendarOfOwner();
    const id = await addEvent(calendar, 'Rowing', '2032-07-06', 'RRULE:FREQ=WEEKLY;BYDAY=TU,FR;COUNT=4');
    await page.goto(consoleUrl('?view=month&date=2032-07-01&hide=["post","page","newsletter"]'));
    await drag(cell('2032-07-06').getByRole('button', { name: /Rowing/ }), cell('2032-07-07'));
    const dialog = page.getByRole('dialog', { name: 'Move a repeating event' });
    await dialog.getByRole('radio', { name: 'The whole series' }).check();
    await dialog.getByRole('button', { name: 'Move' }).click();
    const refusal = 'The rule of the series names days or times that do not fit.';
    await page.getByRole('alert').filter({ hasText: refusal }).waitFor();
    await calendar.deleteEvent(id);
  }, 120_000);

  it('shows that another user has changed the post meanwhile', async () => {
    const at = Date.parse('2031-10-15T10:00:00Z');
    const id = await schedule('Changed by two', at);
    await page.goto(postsOf(dayOf(at)));
    await entry('Changed by two').waitFor();
    const post = await postOf(id);
    // Collisions are detected by `updated_at`, which has whole seconds.
    await page.waitForTimeout(1_100);
    const change = { title: 'Changed by two', published_at: new Date(at + DAY_MS).toISOString() };
    const changeElsewhere = async (body: object, updatedAt: string | null | undefined): Promise<void> => {
      const posts = [{ ...body, updated_at: updatedAt ?? '' }];
      await admin.put('/posts/{id}/', { params: { path: { id } }, body: { posts } });
    };
    await changeElsewhere(change, post?.updated_at);
    await drag(entry('Changed by two'), cell(dayOf(at - DAY_MS)));
    const notice = page.getByText('It was changed elsewhere in the meantime');
    await notice.waitFor();
    await cell(dayOf(at + DAY_MS))
      .getByText('Changed by two')
      .waitFor();

    // The form closes too, because it has the old version of the post.
    await entry('Changed by two').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await page.waitForTimeout(1_100);
    await changeElsewhere({ title: 'Changed by three' }, (await postOf(id))?.updated_at);
    await dialog.getByLabel('Time').fill('21:45');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await notice.nth(1).waitFor();
    await dialog.waitFor({ state: 'detached' });
  }, 120_000);

  it('reschedules a post by keyboard alone', async () => {
    const at = Date.parse('2031-11-12T10:00:00Z');
    const id = await schedule('Moved by keys', at);
    await page.goto(postsOf(dayOf(at)));
    await entry('Moved by keys').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Moved by keys' });
    await dialog.getByRole('button', { name: 'Reschedule' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=dialog] input[type=date]:focus').waitFor();
    await page.getByRole('dialog', { name: 'Reschedule' }).getByLabel('Time').fill('21:45');
    await page.keyboard.press('Enter');
    await page.getByText(/“Moved by keys” moved to/).waitFor();
    expect((await postOf(id))?.published_at).toContain(`${dayOf(at)}T21:45:00`);
  }, 120_000);

  it('does not accept a year of five digits for a post', async () => {
    const at = Date.parse('2031-11-19T10:00:00Z');
    const id = await schedule('Moved too far', at);
    await page.goto(postsOf(dayOf(at)));
    await entry('Moved too far').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    const date = dialog.getByLabel('Date');
    await date.fill('12031-11-20');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await dialog.locator('input[type=date]:invalid').waitFor();
    await date.fill('2031-11-20');
    await dialog.getByRole('button', { name: 'Move' }).click();
    await page.getByText(/“Moved too far” moved to/).waitFor();
    expect((await postOf(id))?.published_at).toContain('2031-11-20T10:00:00');
    expect(errors).toEqual([]);
  }, 120_000);

  it('goes from day to day by arrows, and creates an event by Enter', async () => {
    await page.goto(consoleUrl('?view=month&date=2031-01-31'));
    await cell('2031-01-31').focus();
    await page.keyboard.press('ArrowRight');
    await page.locator('[data-date="2031-02-01"]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByRole('heading', { level: 1, name: 'February 2031' }).waitFor();
    await page.locator('[data-date="2031-02-15"]:focus').waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New entry' });
    await dialog.getByText('Event', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Made by Enter');
    await page.keyboard.press('Enter');
    await cell('2031-02-15').getByText('Made by Enter').waitFor();
  }, 120_000);

  it('creates an event by click, and moves one occurrence of a repeating one', async () => {
    await page.goto(consoleUrl('?view=month&date=2031-06-01'));
    await cell('2031-06-11').click();
    const dialog = page.getByRole('dialog', { name: 'New entry' });
    await dialog.getByText('Event', { exact: true }).click();
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Made by click');
    await dialog.getByRole('button', { name: 'Create the event' }).click();
    await cell('2031-06-11').getByText('Made by click').waitFor();

    await cell('2031-06-09').getByText('Editorial meeting').waitFor();
    await drag(cell('2031-06-09').getByRole('button', { name: /Editorial meeting/ }), cell('2031-06-10'));
    const scope = page.getByRole('dialog', { name: 'Move a repeating event' });
    // The start and the end, so that the user also sees a changed end.
    expect(await scope.getByText('“Editorial meeting” to').textContent()).toMatch(
      /10 June 2031, \d\d:\d\d\s?–\s?\d\d:\d\d$/,
    );
    expect(await scope.getByRole('radio', { name: 'This occurrence' }).isChecked()).toBe(true);
    await scope.getByRole('button', { name: 'Move' }).click();
    await page.getByText(/“Editorial meeting” moved to/).waitFor();
    await cell('2031-06-10').getByText('Editorial meeting').waitFor();
    expect(await cell('2031-06-16').getByText('Editorial meeting').count()).toBe(1);
  }, 120_000);

  it('cancels one occurrence, and takes that back', async () => {
    await page.goto(consoleUrl('?view=month&date=2031-09-01'));
    await cell('2031-09-15')
      .getByRole('button', { name: /Editorial meeting/ })
      .click();
    await page.getByRole('button', { name: 'Cancel this occurrence' }).click();
    await page.getByText('This occurrence of “Editorial meeting” is cancelled.').waitFor();
    await cell('2031-09-15').getByText('Editorial meeting').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await cell('2031-09-15').getByText('Editorial meeting').waitFor();
  }, 120_000);

  it('keeps a dialog open when a request of an earlier dialog ends', async () => {
    const calendar = await calendarOfOwner();
    const id = await addEvent(calendar, 'Splice class', '2032-10-05', 'RRULE:FREQ=WEEKLY;COUNT=3');
    await page.goto(consoleUrl('?view=month&date=2032-10-01&hide=["post","page","newsletter"]'));
    const occurrence = (day: string): Locator => cell(day).getByRole('button', { name: /Splice class/ });
    const dialog = page.getByRole('dialog', { name: 'Splice class' });
    await occurrence('2032-10-05').click();
    const release = await holdRequests(page, 'mutation CancelOccurrence');
    await dialog.getByRole('button', { name: 'Cancel this occurrence' }).click();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await occurrence('2032-10-12').click();
    await dialog.getByRole('button', { name: 'Cancel this occurrence' }).waitFor();
    await release();
    await page.getByText('This occurrence of “Splice class” is cancelled.').waitFor();
    await occurrence('2032-10-05').waitFor({ state: 'detached' });
    expect(await dialog.count()).toBe(1);
    await calendar.deleteEvent(id);
  }, 120_000);

  it('filters by kind and keeps that in the address', async () => {
    await page.goto(consoleUrl('?view=month&date=2031-09-01'));
    await entry('Editorial meeting').waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('checkbox', { name: 'Events' }).uncheck();
    await entry('Editorial meeting').waitFor({ state: 'detached' });
    expect(decodeURIComponent(page.url())).toContain('hide=["event"]');
    expect(errors).toEqual([]);
  }, 120_000);
});

/** Adds an event in UTC from 10:00 to 12:00 of a day. @returns its id */
async function addEvent(calendar: CalendarClient, title: string, day: string, recurrence = ''): Promise<string> {
  const created = await calendar.createEvent({
    time: { timeZone: 'UTC', start: `${day}T10:00:00Z`, end: `${day}T12:00:00Z`, recurrence },
    info: [{ language: 'en', title, description: null }],
    location: { name: null, address: null },
    meta: { tags: [] },
    status: 'confirmed',
  });
  return created?.id ?? '';
}
