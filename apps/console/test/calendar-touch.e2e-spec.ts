import type { AdminClient } from '@almanac/client';
import type { Browser, CDPSession, Locator, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, recordErrors, signIn } from './support/browser';
import { adminByKey } from './support/staff';

/** No other suite has entries in this year. */
const DAY = '2035-03-14';
const OTHER_DAY = '2035-03-16';

describe('moving entries of the calendar by touch', () => {
  let browser: Browser;
  let admin: AdminClient;
  const errors: string[] = [];
  const scheduled: string[] = [];
  beforeAll(async () => {
    admin = adminByKey();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    for (const id of scheduled) await admin.delete('/posts/{id}/', { params: { path: { id } } });
  });
  afterEach(() => expect(errors).toEqual([]));

  async function openMonth(viewport: { width: number; height: number }): Promise<Page> {
    const page = await signIn(await newProfile(browser, { viewport, hasTouch: true, isMobile: true }));
    errors.push(...recordErrors(page));
    await page.goto(consoleUrl(`?view=month&date=${DAY}&hide=["page","newsletter","event"]`));
    return page;
  }

  async function schedule(title: string): Promise<string> {
    const post = { title, status: 'scheduled' as const, published_at: `${DAY}T10:00:00.000Z` };
    const { posts } = await admin.post('/posts/', { body: { posts: [post] } });
    const { id = '' } = posts[0] ?? {};
    scheduled.push(id);
    return id;
  }

  async function dateOf(id: string): Promise<string | null | undefined> {
    const { posts } = await admin.get('/posts/{id}/', { params: { path: { id } } });
    return posts[0]?.published_at;
  }

  const centreOf = async (locator: Locator) => {
    const box = await locator.boundingBox();
    if (!box) throw new Error('There is nothing to touch.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };

  type Point = Awaited<ReturnType<typeof centreOf>>;

  const touch = (finger: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });

  it('drags an entry to another day with a finger that rests on it first, and back by Undo', async () => {
    const id = await schedule('Dragged by a finger');
    const page = await openMonth({ width: 1024, height: 1366 });
    const finger = await page.context().newCDPSession(page);
    const cell = (day: string): Locator => page.locator(`[role="cell"][data-date="${day}"]`);
    const entry = page.getByRole('button', { name: /Dragged by a finger/ });
    await entry.waitFor();
    const [from, to] = [await centreOf(entry), await centreOf(cell(OTHER_DAY))];
    await touch(finger, 'touchStart', from);
    // The drag begins when the finger has rested for long enough.
    await page.locator('[data-dragged]').waitFor();
    for (const part of [0.3, 0.7, 1])
      await touch(finger, 'touchMove', { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part });
    await touch(finger, 'touchEnd');
    await page.getByText(/“Dragged by a finger” moved to/).waitFor();
    await cell(OTHER_DAY).getByText('Dragged by a finger').waitFor();
    expect(await dateOf(id)).toBe(`${OTHER_DAY}T10:00:00.000Z`);
    // The end of the touch does not count as a click, which would open the entry.
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.getByRole('button', { name: 'Undo' }).tap();
    await page.getByText('“Dragged by a finger” is back where it was.').waitFor();
    expect(await dateOf(id)).toBe(`${DAY}T10:00:00.000Z`);
    await page.context().close();
  });

  it('leaves an entry where it is when the finger moves at once, which scrolls', async () => {
    const id = await schedule('Swiped past');
    const page = await openMonth({ width: 1024, height: 1366 });
    const finger = await page.context().newCDPSession(page);
    const entry = page.getByRole('button', { name: /Swiped past/ });
    await entry.waitFor();
    const from = await centreOf(entry);
    await touch(finger, 'touchStart', from);
    for (const part of [40, 80, 120]) await touch(finger, 'touchMove', { x: from.x, y: from.y + part });
    expect(await page.locator('[data-dragged]').count()).toBe(0);
    await touch(finger, 'touchEnd');
    expect(await dateOf(id)).toBe(`${DAY}T10:00:00.000Z`);
    await page.context().close();
  });

  it('opens the dialog for a new entry by a tap on a day, and keeps it open', async () => {
    const page = await openMonth({ width: 1024, height: 1366 });
    const day = page.locator(`[role="cell"][data-date="${OTHER_DAY}"]`);
    const dialog = page.getByRole('dialog', { name: 'New entry' });
    // The first tap loads the dialog. At the second one, the dialog opens at once.
    for (const _ of [1, 2]) {
      await day.tap({ position: { x: 60, y: 100 } });
      await dialog.waitFor();
      await page.waitForTimeout(500);
      await dialog.getByRole('textbox', { name: 'Title' }).press('Escape');
      await dialog.waitFor({ state: 'detached' });
    }
    await page.context().close();
  });

  it('reschedules from the list of a day on a phone', async () => {
    const id = await schedule('Moved on a phone');
    const page = await openMonth({ width: 360, height: 740 });
    await page.getByRole('button', { name: /Moved on a phone/ }).tap();
    await page.getByRole('dialog', { name: 'Moved on a phone' }).getByRole('button', { name: 'Reschedule' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Reschedule' });
    await dialog.getByLabel('Date').fill(OTHER_DAY);
    await dialog.getByRole('button', { name: 'Move' }).tap();
    await page.getByText(/“Moved on a phone” moved to/).waitFor();
    expect(await dateOf(id)).toBe(`${OTHER_DAY}T10:00:00.000Z`);
    await page.context().close();
  });
});
