import type { Browser, BrowserContext } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, signIn } from './support/browser';

/** Bytes of gzip: what a signed-in user loads to see the first screen. */
const LIMIT = 250_000;
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

describe('the first load of the Console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** The bytes of the scripts that a new tab of a signed-in user loads, compressed with gzip. */
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
    const sizes: Record<string, number> = {};
    for (const name of names) {
      const response = await fetch(name, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } });
      expect(response.headers.get('content-encoding')).toBe('gzip');
      sizes[name.split('/').pop() ?? ''] = Number(response.headers.get('content-length'));
    }
    await visitor.close();
    return sizes;
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
    for (const [path, isShown] of Object.entries(SCREENS)) {
      const scripts = await scriptsOf(path, isShown, state);
      expect(Object.keys(scripts).length).toBeGreaterThan(5);
      expect(Object.keys(scripts).filter((name) => /^(koenig|week-grid)/.test(name))).toEqual([]);
      expect({ path, isSmall: sum(scripts) <= LIMIT, bytes: sum(scripts) }).toMatchObject({ path, isSmall: true });
    }
  }, 240_000);
});
