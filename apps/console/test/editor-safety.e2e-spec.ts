import { AdminClient } from '@almanac/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type Attacker, startAttacker, watchScripts } from './support/attacker';
import { consoleUrl, launchBrowser, local, newProfile, signIn } from './support/browser';
import { editorBody } from './support/editor';
import { HOSTILE_DAY, storeHostileContent, storeHostileSettings } from './support/hostile-content';

jest.setTimeout(180_000);

/** Part of each script that is stored. */
const SCRIPT = 'top.ran';

describe('scripts that contributors, authors, editors and administrators have stored', () => {
  let browser: Browser;
  let profile: BrowserContext;
  let page: Page;
  let attacker: Attacker;
  let ran: unknown[];
  let admin: AdminClient;
  let stored: Awaited<ReturnType<typeof storeHostileContent>>;

  beforeAll(async () => {
    [browser, attacker] = await Promise.all([launchBrowser(), startAttacker()]);
    admin = new AdminClient({ url: local().adminApiUrl });
    await admin.signIn(local().owner);
    profile = await newProfile(browser);
    ran = await watchScripts(profile);
    [stored, page] = await Promise.all([storeHostileContent(admin, attacker), signIn(profile)]);
  });
  afterAll(async () => {
    await browser?.close();
    attacker?.stop();
    const path = { id: stored?.integrationId ?? '' };
    if (stored) await admin.delete('/integrations/{id}/', { params: { path } });
  });
  afterEach(() => {
    expect(ran).toEqual([]);
    expect(attacker.requests).toEqual([]);
  });

  const postOf = (wanted: string): string => stored.roles.find(({ role }) => role === wanted)?.postId ?? '';

  /** Opens a screen and waits until it shows the scripts as text. */
  async function show(path: string, count = 1): Promise<void> {
    await page.goto(consoleUrl(path));
    await page
      .getByText(SCRIPT)
      .nth(count - 1)
      .waitFor({ state: 'attached' });
    expect(await page.locator('a[href^="javascript" i]').count()).toBe(0);
  }

  it('are noticed by this suite when they run', async () => {
    await page.evaluate("top.ran('check')");
    expect(ran.splice(0)).toEqual(['check']);
    await fetch(`${attacker.host}/check`);
    expect(attacker.requests.splice(0)).toEqual(['/check']);
  });

  it('find a policy that lets no script of a document run', async () => {
    const policy = (await fetch(consoleUrl())).headers.get('content-security-policy');
    const scripts = policy?.split('; ').find((directive) => directive.startsWith('script-src'));
    expect(scripts).toBe(`script-src ${new URL(local().adminApiUrl).host}/console/assets/`);
    expect(policy).toContain("default-src 'none'");
  });

  it('do not run when the owner opens and selects every card', async () => {
    const open = async (role: string, cards: number): Promise<void> => {
      await page.goto(consoleUrl(`posts/${postOf(role)}`));
      await editorBody(page).waitFor();
      expect(await selectCards(page)).toBeGreaterThanOrEqual(cards);
    };
    for (const [role, cards] of [
      ['Contributor', 19],
      ['Author', 15],
      ['Administrator', 15],
      ['Editor', 19],
    ] as const)
      await open(role, cards);
  });

  it('do not draw over the Console', async () => {
    await page.locator('[data-kg-card="html"]').scrollIntoViewIfNeeded();
    const covering = `(() => { const found = document.elementFromPoint(innerWidth / 2, 20); return found?.id === 'overlay' || Boolean(found?.closest('[data-kg-card]')); })()`;
    expect(await page.locator('[data-kg-card="html"] #overlay').count()).toBe(1);
    await page.evaluate('scrollTo(0, 0)');
    expect(await page.evaluate(covering)).toBe(false);
  });

  it('do not run in the settings and in any preview', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    for (const section of ['Search engines', 'Facebook and others', 'X'])
      await page.getByRole('button', { name: section, exact: true }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();
    for (const reader of ['Member', 'Paying member', 'Visitor']) {
      await page.getByText(reader, { exact: true }).click();
      const frame = page.frameLocator('iframe[title="Preview of the saved version"]');
      await frame.getByRole('heading', { level: 1 }).waitFor();
    }
    const sandbox = page.locator('iframe[title="Preview of the saved version"]');
    expect(await sandbox.getAttribute('sandbox')).toBe('');
  });

  it('are text in the lists of posts, pages, tags, members, staff, events and integrations', async () => {
    await show('posts?q=top.ran', 4);
    await show('pages?q=top.ran', 2);
    await show(`tags?q=top.ran&open=${stored.tagSlug}`, 4);
    await show(`members?q=hostile&open=${stored.memberId}`, 2);
    await show('staff', 4);
    await show('events?q=top.ran', 4);
    await show('integrations');
  });

  it('are text in profiles, events, webhooks and what a receiver responds', async () => {
    const { userSlug, eventId } = stored.roles.find(({ role }) => role === 'Administrator') ?? {};
    await show(`staff/${userSlug}`);
    await show(`events/${eventId}`);
    await show(`integrations/${stored.integrationId}`);
    await show(`integrations/${stored.integrationId}/webhooks/${stored.webhookId}`);
    await page.getByRole('button', { name: 'Send a test' }).click();
    // The posts of other suites are delivered too.
    await page
      .getByRole('button', { name: /Delivered/ })
      .first()
      .click();
    await page.getByRole('region', { name: 'Response' }).getByText(SCRIPT).first().waitFor();
  });

  it('are text in all views and dialogs of the calendar', async () => {
    for (const view of ['month', 'week', 'agenda']) await show(`?view=${view}&date=${HOSTILE_DAY}`, 2);
    for (const kind of ['Post', 'Event']) {
      const item = page.getByRole('button', { name: new RegExp(`Editor.*${kind}`) }).first();
      await item.click();
      await page.getByRole('dialog').getByText(SCRIPT).first().waitFor();
      await page.keyboard.press('Escape');
    }
  });

  it('are text in the palette', async () => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('top.ran');
    await page.getByRole('dialog').getByText(SCRIPT).nth(5).waitFor();
    await page.keyboard.press('Escape');
  });

  /**
   * Stores scripts in settings, and opens the menus. Tries this up to four times, because another suite may save all settings
   * meanwhile, with the values that it has read before. @returns a function that restores the earlier values
   */
  async function showHostileMenu(attemptsLeft = 3): Promise<() => Promise<unknown>> {
    const restore = await storeHostileSettings(admin);
    await page.goto(consoleUrl('settings?section=navigation'));
    const labels = page.getByRole('region', { name: 'Second menu' }).getByLabel('Label');
    await page.getByRole('region', { name: 'Main menu' }).waitFor();
    if ((await labels.count()) > 0 && (await labels.first().inputValue()).includes(SCRIPT)) return restore;
    await restore();
    expect(attemptsLeft).toBeGreaterThan(0);
    return showHostileMenu(attemptsLeft - 1);
  }

  it('are text in the settings and on the health screen', async () => {
    const restore = await showHostileMenu();
    for (const section of ['General', 'Search and sharing', 'Code']) {
      await page.getByRole('tab', { name: section }).click();
      await page.getByRole('tabpanel', { name: section }).waitFor();
    }
    await page.goto(consoleUrl('health'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await restore();
  });
});

/** Scrolls to each card of a post and selects it. @returns how many there are */
async function selectCards(editor: Page): Promise<number> {
  const count = await editor.evaluate<number>(`(async () => {
    const cards = document.querySelectorAll('[data-kg-card]');
    for (const card of cards) {
      card.scrollIntoView();
      for (const type of ['mousedown', 'click']) card.dispatchEvent(new MouseEvent(type, { bubbles: true }));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
    }
    return cards.length;
  })()`);
  await editor.keyboard.press('Escape');
  return count;
}
