import type { Browser, BrowserContext } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, signIn } from './support/browser';
import { calendarOfOwner } from './support/calendar';

/** The limit for the scripts that a signed-in user loads to see the first screen, in bytes after gzip. */
const LIMIT_BYTES = 250_000;
type State = Awaited<ReturnType<BrowserContext['storageState']>>;

const SCREENS = {
  '?view=month': '[role="cell"] [data-kind]',
  '?view=agenda': 'section h2',
  posts: 'tbody tr',
  pages: 'tbody tr',
  events: 'tbody tr',
  tags: 'tbody tr',
  members: 'tbody tr',
  staff: 'tbody tr',
  'staff/mara': 'form button[type=submit]',
  'events/new': 'form button[type=submit]',
  settings: 'form button[type=submit]',
  'settings?section=members': 'form button[type=submit]',
  'settings?section=move': 'main h2',
  integrations: 'main a',
  health: 'main h2',
};

/** Stores an event of the owner of the site with all that its screen can show. @returns its id */
async function storeSeries(): Promise<string> {
  const calendar = await calendarOfOwner();
  const event = await calendar.createEvent({
    time: {
      timeZone: 'Europe/Lisbon',
      start: '2034-02-07T18:00:00Z',
      end: '2034-02-07T19:00:00Z',
      recurrence: 'RRULE:FREQ=WEEKLY;COUNT=8\nEXDATE:20340221T180000Z',
    },
    info: [{ language: 'en', title: 'First load', description: 'Counted in bytes.' }],
    location: { name: 'Quay', address: null },
    meta: { tags: ['Town', 'Work'] },
    status: 'confirmed',
  });
  const id = event?.id ?? '';
  await calendar.setRsvp({ eventId: id, capacity: 10 });
  return id;
}

describe('the first load of the Console', () => {
  let browser: Browser;
  const known = new Map<string, Promise<number>>();
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** The scripts that a new tab of a signed-in user loads, with their bytes after gzip. */
  async function scriptsOf(path: string, isShown: string, storageState: State): Promise<Record<string, number>> {
    // A cold cache: the state of the profile without its files.
    const visitor = await newProfile(browser, { storageState });
    const page = await visitor.newPage();
    const names: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') names.push(response.url());
    });
    await page.goto(consoleUrl(path));
    await page.locator(isShown).first().waitFor();
    await page.waitForLoadState('networkidle');
    await visitor.close();
    const sizes = await Promise.all(names.map(async (name) => [name.split('/').pop() ?? '', await sizeOf(name)]));
    return Object.fromEntries(sizes) as Record<string, number>;
  }

  /** The bytes of a script after gzip. Each script is requested once, because most screens load the same ones. */
  function sizeOf(url: string): Promise<number> {
    const size =
      known.get(url) ??
      fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } }).then(({ headers }) => {
        expect(headers.get('content-encoding')).toBe('gzip');
        return Number(headers.get('content-length'));
      });
    known.set(url, size);
    return size;
  }

  const sum = (sizes: Record<string, number>): number => Object.values(sizes).reduce((all, size) => all + size, 0);

  it('answers at /console/', async () => {
    const response = await fetch(consoleUrl());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
  });

  it('is small for every screen but the editor, and does not contain the editor', async () => {
    const profile = await newProfile(browser);
    await (await signIn(profile)).close();
    const state = await profile.storageState();
    const series = { [`events/${await storeSeries()}`]: '#next-occurrences ~ div button' };
    for (const [path, isShown] of Object.entries({ ...SCREENS, ...series })) {
      const scripts = await scriptsOf(path, isShown, state);
      expect(Object.keys(scripts).length).toBeGreaterThan(5);
      expect(Object.keys(scripts).filter((name) => /^(koenig|week-grid)/.test(name))).toEqual([]);
      expect({ path, isSmall: sum(scripts) <= LIMIT_BYTES, bytes: sum(scripts) }).toMatchObject({
        path,
        isSmall: true,
      });
    }
  }, 480_000);
});
