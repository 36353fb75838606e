import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { calendarOfOwner } from './support/calendar';
import { adminByKey } from './support/staff';

/** The machine may be busy: axe needs some seconds for each of the four pictures. */
const SCREEN_MS = 240_000;

describe('the calendar', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser));
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it(
    'is home, and shows the month with posts and occurrences',
    async () => {
      await page.goto(consoleUrl());
      await page
        .getByRole('button', { name: /Editorial meeting.*Event/ })
        .first()
        .waitFor();
      // On the first days of a month, all posts are of the previous one.
      await page.getByRole('button', { name: 'Previous month' }).click();
      await page
        .getByRole('button', { name: /Post, published/ })
        .first()
        .waitFor();
      expect(await problemsOf(page, 'calendar')).toEqual([]);
    },
    SCREEN_MS,
  );

  it('loads the week again after its style sheet could not be loaded', async () => {
    const styles = /\/week-grid-[^/]*\.css$/;
    const week = await page.context().newPage();
    await week.goto(consoleUrl('?view=agenda'));
    await week.route(styles, (route) => route.abort());
    await week.getByText('Week', { exact: true }).click();
    const notice = week.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' });
    await notice.waitFor();
    await week.unroute(styles);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await week
      .getByRole('button', { name: /Editorial meeting.*Event/ })
      .first()
      .waitFor();
    expect(await notice.count()).toBe(0);
    const rules = `[...document.styleSheets].find(({ href }) => /week-grid/.test(href))?.cssRules.length`;
    expect(await week.evaluate(rules)).toBeGreaterThan(0);
    await week.close();
  }, 120_000);

  it('ignores invalid values in its URL', async () => {
    for (const search of ['view=month&date=garbage', 'zone=Foo/Bar', 'view=year', 'hide=post']) {
      await page.goto(consoleUrl(`?${search}`));
      await page
        .getByRole('button', { name: /Editorial meeting.*Event/ })
        .first()
        .waitFor();
    }
    expect(errors).toEqual([]);
  }, 120_000);

  it('returns the focus to the entry or the button when its dialog closes', async () => {
    const focusedText = 'document.activeElement?.textContent ?? ""';
    const dialog = page.getByRole('dialog');
    await page
      .getByRole('button', { name: /Editorial meeting.*Event/ })
      .first()
      .press('Enter');
    await dialog.getByRole('link').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForFunction(`(${focusedText}).includes('Editorial meeting')`);
    await page.getByRole('button', { name: 'Filter' }).press('Enter');
    await dialog.getByText('Time zone').waitFor();
    // In an open list, Escape closes only the list.
    await dialog.getByRole('combobox', { name: 'Author' }).click();
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog.getByRole('option').first().waitFor({ state: 'detached' });
    // The animation of a closing filter would end in this time.
    await page.waitForTimeout(500);
    expect(await dialog.getByText('Time zone').isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.locator('button:focus', { hasText: 'Filter' }).waitFor();
  }, 120_000);

  it(
    'selects several days, draws their event as one bar, and lengthens it by its end',
    async () => {
      const cell = (day: string) => page.locator(`[role="cell"][data-date="${day}"]`);
      const drag = async (from: { x: number; y: number }, to: string): Promise<void> => {
        const target = await cell(to).boundingBox();
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move((target?.x ?? 0) + 40, (target?.y ?? 0) + 100, { steps: 6 });
        await page.mouse.up();
      };
      await page.goto(consoleUrl('?view=month&date=2032-03-01'));
      await cell('2032-03-08').getByText('Editorial meeting').waitFor();
      const begin = await cell('2032-03-09').boundingBox();
      await drag({ x: (begin?.x ?? 0) + 40, y: (begin?.y ?? 0) + 100 }, '2032-03-11');
      const dialog = page.getByRole('dialog', { name: 'New entry' });
      await dialog.getByText('Event', { exact: true }).click();
      await dialog.getByRole('textbox', { name: 'Title' }).fill('Regatta week');
      await dialog.getByRole('button', { name: 'Create the event' }).click();
      const bar = page.getByRole('button', { name: /Regatta week/ });
      await cell('2032-03-09').getByText('Regatta week').waitFor();
      const width = async (of: typeof bar) => (await of.first().boundingBox())?.width ?? 0;
      expect((await width(bar)) / (await width(cell('2032-03-09')))).toBeGreaterThan(2.9);

      // Over the end of the week: the bar goes on in the next one.
      const box = await bar.boundingBox();
      await drag({ x: (box?.x ?? 0) + (box?.width ?? 0) - 4, y: (box?.y ?? 0) + 12 }, '2032-03-16');
      await page.getByText(/“Regatta week” moved to/).waitFor();
      await cell('2032-03-15').getByText('Regatta week').waitFor();
      expect(await bar.count()).toBe(2);
      expect(await problemsOf(page, 'calendar-month-bars')).toEqual([]);
    },
    SCREEN_MS,
  );

  it('says that more entries are overdue than it has loaded', async () => {
    const requests = '**/admin/dated/overdue/*';
    const [at, now] = ['2026-01-01T10:00:00Z', new Date().toISOString()];
    const common = {
      type: 'post',
      event: 'scheduled',
      at,
      status: 'scheduled',
      visibility: 'public',
      email_status: null,
    };
    const dated = Array.from({ length: 20 }, (_, index) => {
      const own = { id: `${index}`.padStart(24, '0'), title: `Late ${index}`, slug: `late-${index}` };
      return { ...common, ...own, authors: [], tags: [], updated_at: now };
    });
    await page.route(requests, (route) => route.fulfill({ json: { dated, meta: { limit: 20, is_complete: false } } }));
    await page.goto(consoleUrl('?view=month&date=2032-05-01'));
    await page.getByText('More than 20 entries are overdue').waitFor();
    await page.unroute(requests);
  }, 120_000);

  it('lists what a full day hides', async () => {
    const published_at = '2032-05-12T10:00:00Z';
    const ids: string[] = [];
    for (let count = 0; count < 7; count += 1) {
      const post = { title: `Rigging ${count}`, status: 'scheduled' as const, published_at };
      ids.push(...(await adminByKey().post('/posts/', { body: { posts: [post] } })).posts.map(({ id }) => id));
    }
    await page.goto(consoleUrl('?view=month&date=2032-05-01'));
    await page.getByRole('button', { name: /Show \d+ more entries of this day/ }).click();
    const day = page.getByRole('dialog', { name: 'Wednesday, 12 May 2032' });
    await day.getByRole('button', { name: /Rigging 6/ }).waitFor();
    expect(await day.getByRole('button', { name: /Rigging/ }).count()).toBe(7);
    await day.getByRole('button', { name: /Rigging 6/ }).click();
    // Pressing on the button focuses it: Escape before the dialog has the focus would not close it.
    await page.getByRole('dialog', { name: 'Rigging 6' }).getByRole('button', { name: 'Reschedule' }).press('Escape');

    // On a phone the day has marks, and its entries are below the month.
    await page.setViewportSize({ width: 360, height: 740 });
    // Series of other suites can have an occurrence on this day, too.
    const dayButton = page.getByRole('button', { name: /^Wednesday, 12 May 2032, \d+ entries$/ });
    await dayButton.click();
    const chosen = (name: string) => page.getByRole('region', { name });
    await chosen('Wednesday, 12 May 2032')
      .getByRole('button', { name: /Rigging 6/ })
      .click();
    await page.getByRole('dialog', { name: 'Rigging 6' }).getByRole('button', { name: 'Reschedule' }).press('Escape');
    await dayButton.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await chosen('Wednesday, 2 June 2032').waitFor();
    await page.getByRole('heading', { level: 1, name: 'June 2032' }).waitFor();
    expect(page.url()).toContain('date=2032-06-02');
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const id of ids) await adminByKey().delete('/posts/{id}/', { params: { path: { id } } });
    expect(errors).toEqual([]);
  });

  it('highlights the next day after midnight', async () => {
    // The clock belongs to the profile, so the other tests need another one.
    const profile = await newProfile(browser, { storageState: await page.context().storageState() });
    const night = await profile.newPage();
    await night.clock.install({ time: '2033-01-05T23:58:00Z' });
    await night.goto(consoleUrl('?view=month'));
    const today = night.locator('[role="cell"][aria-current=date]');
    await today.waitFor();
    expect(await today.getAttribute('data-date')).toBe('2033-01-05');
    await night.clock.fastForward('03:00');
    await night.locator('[role="cell"][data-date="2033-01-06"][aria-current=date]').waitFor();
    await profile.close();
  }, 120_000);

  it('does not say that there are no entries while they load', async () => {
    const post = { title: 'Winter berth', status: 'scheduled' as const, published_at: '2036-03-01T10:00:00Z' };
    const { posts } = await adminByKey().post('/posts/', { body: { posts: [post] } });
    const requests = '**/admin/dated/?*';
    for (const [view, empty, next] of [
      ['agenda', 'No entries in these four weeks', 'Next four weeks'],
      ['month', 'No entries on this day.', 'Next month'],
    ] as const) {
      await page.setViewportSize({ width: view === 'month' ? 360 : 1280, height: 900 });
      await page.goto(consoleUrl(`?view=${view}&date=2036-01-01&hide=["event"]`));
      await page.getByText(empty).waitFor();
      let answer: () => void = () => undefined;
      const isAnswered = new Promise<void>((resolve) => (answer = resolve));
      await page.route(requests, async (route) => {
        await isAnswered;
        await route.continue();
      });
      // The month of January also contains the first days of February.
      for (const _ of [1, 2]) await page.getByRole('button', { name: next }).click();
      await page.getByText(empty).waitFor({ state: 'detached' });
      answer();
      await page.getByRole('button', { name: /Winter berth/ }).waitFor();
      await page.unroute(requests);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    for (const { id } of posts) await adminByKey().delete('/posts/{id}/', { params: { path: { id } } });
  }, 120_000);

  it('shows in the agenda which time of an event of several days belongs to each day', async () => {
    const calendar = await calendarOfOwner();
    const event = await calendar.createEvent({
      time: { timeZone: 'UTC', start: '2032-08-03T18:00:00Z', end: '2032-08-05T14:00:00Z', recurrence: null },
      info: [{ language: 'en', title: 'Sailing camp', description: null }],
      location: { name: null, address: null },
      meta: { tags: [] },
      status: 'confirmed',
    });
    expect(event?.id).toBeDefined();
    await page.goto(consoleUrl('?view=agenda&date=2032-08-01'));
    const entries = page.getByRole('button', { name: /Sailing camp/ });
    await entries.first().waitFor();
    const texts = (await entries.allInnerTexts()).map((text) => text.split('\n')[0]);
    expect(texts).toEqual(['from 18:00', 'All day', 'until 14:00']);
    await page.goto(consoleUrl());
  });

  it(
    'shows the week and the agenda',
    async () => {
      await page.goto(consoleUrl('?view=week'));
      await page
        .getByRole('button', { name: /Editorial meeting.*Event/ })
        .first()
        .waitFor();
      expect(await problemsOf(page, 'calendar-week')).toEqual([]);
      await page.getByText('Agenda', { exact: true }).click();
      await page.getByRole('heading', { name: /Today/ }).waitFor();
      expect(page.url()).toContain('view=agenda');
      expect(await problemsOf(page, 'calendar-agenda')).toEqual([]);
      expect(errors).toEqual([]);
    },
    SCREEN_MS,
  );
});
