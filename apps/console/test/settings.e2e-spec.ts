import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { adminByKey } from './support/staff';

/** An export with one post, as Ghost 5 writes it. */
function exportWithPost(title: string): object {
  const post = {
    id: '64f1c0ffee0000000000c0de',
    title,
    slug: 'from-another-site',
    status: 'draft',
    created_at: '2026-01-02T03:04:05.000Z',
  };
  return { db: [{ meta: { exported_on: 1_767_323_045_000, version: '5.130.6' }, data: { posts: [post] } }] };
}

/** The requests that export, back up or delete all content. */
const CONTENT_REQUESTS = /\/admin\/db\/(backup\/)?$/;
/** In the page: settles when the time limit of other requests, counted from now, has passed. */
const OTHER_LIMIT_HAS_PASSED = `new Promise((done) => AbortSignal.timeout(30_000).addEventListener('abort', () => done()))`;

/** The main menu as the server stores it. The Content API may be a second behind. */
async function storedItems(): Promise<{ label: string; url: string }[]> {
  const { settings } = await adminByKey().get('/settings/');
  return JSON.parse(String(settings.find(({ key }) => key === 'navigation')?.value)) as {
    label: string;
    url: string;
  }[];
}

const storedMenu = async (): Promise<string[]> => (await storedItems()).map(({ label }) => label);

describe('settings in the Console', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  const folder = mkdtempSync(join(tmpdir(), 'almanac-settings-'));
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser));
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true });
  });

  const openSection = async (name: string): Promise<void> => {
    await page.getByRole('tab', { name }).click();
    const panel = page.getByRole('tabpanel', { name });
    await panel.waitFor();
    await panel.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
  };
  /** Stores a setting as another tab would: the screen does not know of it. */
  const storeElsewhere = async (key: string, value: string): Promise<void> => {
    const body = JSON.stringify({ settings: [{ key, value }] });
    const status = await page.evaluate(async (json) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/ghost/api/canary/admin/settings/', { method: 'PUT', body: json, headers })).status;
    }, body);
    expect(status).toBe(200);
  };
  const save = async (): Promise<void> => {
    // The notice of an earlier save can still be visible.
    const response = page.waitForResponse((each) => each.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    await response;
    await page
      .getByRole('alert')
      .or(page.getByText('Saved', { exact: true }))
      .first()
      .waitFor();
  };

  it('changes the description', async () => {
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByLabel('Description').fill('News from the harbour, every morning.');
    await page.getByLabel('Accent colour').fill('#0f6157');
    await save();
    expect(await page.getByRole('alert').filter({ hasText: 'did not work' }).count()).toBe(0);
    await page.reload();
    expect(await page.getByLabel('Description').inputValue()).toBe('News from the harbour, every morning.');
    expect(await problemsOf(page, 'settings-general')).toEqual([]);
  });

  it('saves only the settings that the user has changed', async () => {
    const [request] = await Promise.all([
      page.waitForRequest((sent) => sent.method() === 'PUT' && sent.url().endsWith('/admin/settings/')),
      page
        .getByLabel('Description')
        .fill('News from the harbour, every evening.')
        .then(() => save()),
    ]);
    const description = { key: 'description', value: 'News from the harbour, every evening.' };
    expect(request.postDataJSON()).toEqual({ settings: [description] });
  });

  it('asks before unsaved changes are left', async () => {
    const description = page.getByLabel('Description');
    await description.fill('Not saved.');
    await page.getByRole('tab', { name: 'Navigation' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.waitFor();
    expect(await problemsOf(page, 'settings-leave')).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await description.inputValue()).toBe('Not saved.');
    await page.getByRole('link', { name: 'Members' }).click();
    await dialog.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await description.inputValue()).toBe('News from the harbour, every evening.');
  });

  it('starts from the stored settings each time that a section is opened', async () => {
    const items = [...(await storedItems()), { label: 'Harbour office', url: '/office/' }];
    await storeElsewhere('navigation', JSON.stringify(items));
    await openSection('Navigation');
    const menu = page.getByRole('region', { name: 'Main menu' });
    expect(await menu.getByLabel('Label').last().inputValue()).toBe('Harbour office');
    await menu.getByRole('button', { name: 'Add an item' }).click();
    await menu.getByLabel('Label').last().fill('Ferries');
    await menu.getByLabel('Address').last().fill('/ferries/');
    await save();
    expect((await storedMenu()).slice(-2)).toEqual(['Harbour office', 'Ferries']);

    await storeElsewhere('description', 'News from another tab.');
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('News from another tab.');
  });

  it('shows the error instead of a form with old values when the settings cannot be loaded', async () => {
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    const json = { errors: [{ type: 'BadRequestError', message: 'Not now.' }] };
    await page.route('**/admin/settings/', (route) => route.fulfill({ status: 400, json }));
    await page.getByRole('link', { name: 'Settings' }).click();
    const panel = page.getByRole('tabpanel', { name: 'General' });
    await panel.getByRole('alert').waitFor();
    expect(await page.getByLabel('Description').count()).toBe(0);
    await page.unroute('**/admin/settings/');
    await panel.getByRole('button', { name: 'Try again' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('News from another tab.');
  });

  it('adds and reorders items of the menu with the keyboard', async () => {
    await openSection('Navigation');
    const menu = page.getByRole('region', { name: 'Main menu' });
    await menu.getByRole('button', { name: 'Add an item' }).click();
    await menu.getByLabel('Label').last().fill('Tide tables');
    await menu.getByLabel('Address').last().fill('/tides/');
    await menu.getByRole('button', { name: 'Move "Tide tables"', exact: true }).focus();
    const count = await menu.getByLabel('Label').count();
    const said = (position: number): Promise<void> =>
      page.getByText(`"Tide tables" is at position ${position}.`).waitFor({ state: 'attached' });
    await page.keyboard.press('Space');
    await said(count);
    await page.keyboard.press('ArrowUp');
    await said(count - 1);
    await page.keyboard.press('Space');
    await page.getByText(/"Tide tables" was dropped/).waitFor({ state: 'attached' });
    // The focus moves with the item.
    await page.locator('[aria-label=\'Move "Tide tables"\']:focus').waitFor();
    await page.keyboard.press('Space');
    await said(count - 1);
    await page.keyboard.press('ArrowUp');
    await said(count - 2);
    await page.keyboard.press('Space');
    await page.locator('[aria-label=\'Move "Tide tables"\']:focus').waitFor();
    await save();
    expect((await storedMenu())[count - 3]).toBe('Tide tables');
    expect(await problemsOf(page, 'settings-navigation')).toEqual([]);
  });

  it('reorders items of the menu with a finger', async () => {
    const viewport = { width: 390, height: 844 };
    const phone = await signIn(await newProfile(browser, { viewport, hasTouch: true, isMobile: true }));
    await phone.goto(consoleUrl('settings?section=navigation'));
    const menu = phone.getByRole('region', { name: 'Main menu' });
    const labels = async (): Promise<string[]> =>
      Promise.all((await menu.getByLabel('Label').all()).map((label) => label.inputValue()));
    await menu.getByLabel('Label').first().waitFor();
    const [first = '', second = '', ...others] = await labels();
    const centreOf = async (name: string) => {
      const box = await menu.getByRole('button', { name: `Move "${name}"`, exact: true }).boundingBox();
      return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
    };
    const [from, to] = [await centreOf(first), await centreOf(second)];
    const finger = await phone.context().newCDPSession(phone);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (const part of [0.2, 0.4, 0.6, 0.8, 1.1])
      await touch('touchMove', [{ x: from.x, y: from.y + (to.y - from.y) * part }]);
    await phone.getByText(`"${first}" is at position 2.`).waitFor({ state: 'attached' });
    await touch('touchEnd', []);
    await phone.getByText(/was dropped/).waitFor({ state: 'attached' });
    expect(await labels()).toEqual([second, first, ...others]);
    await phone.context().close();
  });

  it('imports an export and shows the report', async () => {
    const file = join(folder, 'export.json');
    writeFileSync(file, JSON.stringify(exportWithPost('From another site')));
    await openSection('Import and export');
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('The import is finished.').waitFor();
    expect(await page.getByRole('row', { name: /^posts/ }).innerText()).toMatch(/posts\s+1\s+1/);
    expect(await problemsOf(page, 'settings-import')).toEqual([]);
  });

  it('shows the progress and the report of an import also after the user has left the screen', async () => {
    let isHeld = true;
    await page.route('**/db/imports/*/', async (route) => {
      const response = await route.fetch();
      const { imports } = (await response.json()) as { imports: object[] };
      const held = imports.map((state) => ({ ...state, status: 'running', report: null }));
      await route.fulfill({ response, json: { imports: isHeld ? held : imports } });
    });
    const progress = page.getByRole('progressbar', { name: 'The file is being imported' });
    const chooser = page.getByRole('button', { name: 'Choose a file' });
    await page.locator('input[type=file]').setInputFiles(join(folder, 'export.json'));
    await progress.waitFor();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await openSection('Import and export');
    await progress.waitFor();
    expect(await chooser.isDisabled()).toBe(true);
    isHeld = false;
    await page.getByText('The import is finished.').waitFor();
    await page.unroute('**/db/imports/*/');
    expect(await chooser.isDisabled()).toBe(false);
  });

  it('waits longer than for other requests until an export, a backup or a deletion has ended', async () => {
    await page.route(CONTENT_REQUESTS, async (route) => {
      await page.evaluate(OTHER_LIMIT_HAS_PASSED);
      if (route.request().method() === 'GET') return route.continue();
      await route.fulfill(route.request().method() === 'DELETE' ? { status: 204 } : { json: { db: [] } });
    });
    // Time limits are 1,000 times shorter: 30 s, the limit of other requests, becomes 30 ms.
    await page.evaluate(
      `{ const timeout = AbortSignal.timeout.bind(AbortSignal); AbortSignal.timeout = (ms) => timeout(ms / 1000); }`,
    );
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the export' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.json$/);

    await page.getByRole('button', { name: 'Delete all posts, pages and tags' }).click();
    const { settings } = await adminByKey().get('/settings/');
    await page.getByLabel('To confirm').fill(String(settings.find(({ key }) => key === 'title')?.value));
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all posts' }).click();
    await page.getByText('All posts, pages and tags are deleted.').waitFor();
    await page.unroute(CONTENT_REQUESTS);
    await page.reload();
    await openSection('Import and export');
  });

  it('deletes nothing without the title of the site', async () => {
    await page.getByRole('button', { name: 'Delete all posts, pages and tags' }).click();
    await page.getByLabel('To confirm').fill('another title');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all posts' }).click();
    await page.getByText('This is not the title.').waitFor();
    expect(await problemsOf(page, 'settings-delete')).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete all posts, pages and tags' }).click();
    expect(await page.getByLabel('To confirm').inputValue()).toBe('');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    const { contentApiUrl, contentKey } = local();
    const posts = await fetch(`${contentApiUrl}/ghost/api/canary/content/posts/?limit=1&key=${contentKey}`);
    expect(((await posts.json()) as { posts: object[] }).posts).toHaveLength(1);
  });

  it('says why a sender of mails is rejected, and what an address does', async () => {
    await openSection('Members');
    const sender = page.getByLabel('Sender of mails to members');
    expect(await sender.getAttribute('aria-describedby')).toBeTruthy();
    expect(await page.getByText('it gets the replies').count()).toBe(1);
    await sender.fill('News <news@harbour.example>');
    await save();
    await page.getByRole('alert').getByText('The sender is an address without a name').waitFor();
    await page.reload();
    await openSection('Members');
    expect(await sender.inputValue()).toBe('');
  });

  it.each([
    ['Members', 'members'],
    ['Search and sharing', 'metadata'],
    ['Code', 'code'],
  ])('shows the section %s', async (section, name) => {
    await openSection(section);
    expect(await problemsOf(page, `settings-${name}`)).toEqual([]);
    expect(errors).toEqual([]);
  });
});
