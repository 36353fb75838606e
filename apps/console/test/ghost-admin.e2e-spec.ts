import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { CHROMIUM, local, newProfile, recordErrors } from './support/browser';
import { ghostAdminUrl, serveGhostAdmin } from './support/ghost-admin';
import { samplePicture } from './support/sample-files';
import { adminByKey } from './support/staff';

jest.setTimeout(120_000);

describe("Ghost's own admin of the 3.x line", () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  const refused: string[] = [];

  beforeAll(async () => {
    // The page of the admin comes from no local server, so the browser would ask for a permission before it loads local pictures.
    const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-features=LocalNetworkAccessChecks'];
    browser = await chromium.launch({ executablePath: CHROMIUM, args });
    const profile = await newProfile(browser);
    await serveGhostAdmin(profile);
    page = await profile.newPage();
    errors = recordErrors(page);
    page.on('response', (response) => {
      if (response.status() >= 400 && response.url().includes('/ghost/api/'))
        refused.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    });
    await page.goto(ghostAdminUrl());
    await page.locator('input[name=identification]').fill(local().owner.email);
    // Before the sign-in, the admin requests the user, and the server refuses this.
    refused.length = 0;
    await page.locator('input[name=password]').fill(local().owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator('.gh-nav').waitFor();
  });
  afterAll(async () => {
    await browser?.close();
  });
  afterEach(() => {
    expect(refused.splice(0)).toEqual([]);
  });

  /** Opens a screen in a new page load, as a bookmark does. */
  async function open(screen: string, isShown: string): Promise<Locator> {
    await page.goto('about:blank');
    await page.goto(ghostAdminUrl(screen));
    await page.locator(isShown).first().waitFor();
    return page.locator(isShown);
  }

  async function write(title: string, text: string): Promise<void> {
    const field = await open('editor/post', '.gh-editor-title');
    await field.fill(title);
    await page.locator('.koenig-editor__editor').click();
    await page.keyboard.type(text);
    await page.waitForURL(/editor\/post\/[0-9a-f]{24}/);
  }

  async function postCalled(title: string) {
    const query = { filter: `title:'${title}'`, formats: 'html' as const };
    const { posts } = await adminByKey().get('/posts/', { params: { query } });
    return posts[0];
  }

  const menu = () => page.locator('.gh-publishmenu-dropdown');
  async function openPublishMenu(): Promise<void> {
    await page.locator('.gh-publishmenu-trigger').click();
    await menu().locator('.gh-publishmenu-radio').first().waitFor();
  }

  /** Presses the button of the menu, which can lie under the editor while the settings of the post move. */
  async function saveByMenu(): Promise<void> {
    const saved = page.waitForResponse(
      (response) => response.url().includes('/admin/posts/') && response.request().method() === 'PUT',
    );
    await menu().locator('.gh-publishmenu-button').dispatchEvent('click');
    expect((await saved).status()).toBe(200);
  }

  it('lists posts, pages, tags, members and staff', async () => {
    await open('posts', '.gh-list-row, .gh-posts-list-item');
    await open('pages', '.gh-list-row, .gh-posts-list-item');
    await open('tags', '.gh-tags-list-item, .gh-tag-list-title');
    await open('members', '.gh-list');
    await open('staff', '.apps-grid-title, .gh-active-users');
    await open('settings/integrations', '.apps-grid');
  });

  it('writes a post with a picture, and publishes it', async () => {
    await write('Written with Ghost 3', 'A first paragraph.');
    await page.locator('button.post-settings').click();
    const upload = page.waitForResponse((response) => response.url().endsWith('/images/upload/'));
    await page
      .locator('.settings-menu input[type=file]')
      .first()
      .setInputFiles(await samplePicture(page));
    expect((await upload).status()).toBe(201);
    await page.locator('.settings-menu img').first().waitFor();
    await page.locator('.settings-menu-header-action').first().click();
    await openPublishMenu();
    await saveByMenu();
    const post = await postCalled('Written with Ghost 3');
    expect(post).toMatchObject({ status: 'published', feature_image: expect.stringContaining('/content/images/') });
    expect(post?.html).toContain('<p>A first paragraph.</p>');
  });

  it('schedules a post', async () => {
    await write('Scheduled with Ghost 3', 'Later.');
    await openPublishMenu();
    await menu().locator('.gh-publishmenu-radio', { hasText: 'Schedule it for later' }).dispatchEvent('click');
    await menu().locator('.gh-publishmenu-radio.active', { hasText: 'Schedule it for later' }).waitFor();
    await saveByMenu();
    const post = await postCalled('Scheduled with Ghost 3');
    expect(post?.status).toBe('scheduled');
  });

  /** Clicks a button that saves, and waits for the response of the server. */
  async function save(button: Locator, path: string): Promise<void> {
    const response = page.waitForResponse(
      (found) => found.url().includes(path) && ['PUT', 'POST'].includes(found.request().method()),
    );
    await button.click();
    expect((await response).status()).toBeLessThan(300);
  }

  /** Waits until visitors read a string in the settings: the Content API may be a second behind. */
  async function untilSiteHas(text: string): Promise<void> {
    const { contentApiUrl, contentKey } = local();
    const url = `${contentApiUrl}/ghost/api/v3/content/settings/?key=${contentKey}`;
    while (!(await (await fetch(url)).text()).includes(text)) await page.waitForTimeout(200);
  }

  it('adds an item to the navigation under Design', async () => {
    const items = await open('settings/design', '#settings-navigation .gh-blognav-item');
    const added = items.last();
    await added.getByPlaceholder('Label').fill('Old charts');
    await added.locator('.gh-blognav-url input').fill('/old-charts/');
    await added.locator('.gh-blognav-url input').blur();
    await added.getByRole('button', { name: 'Add' }).click();
    await save(page.getByRole('button', { name: 'Save' }), '/settings/');
    await untilSiteHas('Old charts');
  });

  it('adds and edits a member', async () => {
    const email = `rui.${Date.now()}@crew.example`;
    await open('members/new', '#member-email');
    await page.locator('#member-name').fill('Rui Old');
    await page.locator('#member-email').fill(email);
    await save(page.getByRole('button', { name: 'Save' }), '/members/');
    await page.waitForURL(/members\/[0-9a-f]{24}/);
    await page.locator('#member-note').fill('Met with Ghost 3.');
    await save(page.getByRole('button', { name: 'Save' }), '/members/');
    const { members } = await adminByKey().get('/members/', { params: { query: { search: email } } });
    expect(members).toMatchObject([{ name: 'Rui Old', note: 'Met with Ghost 3.', subscribed: true }]);
  });

  it('changes the description of the site', async () => {
    await open('settings/general', '.gh-setting-first');
    await page.getByRole('button', { name: 'Expand' }).first().click();
    const fields = page.locator('.gh-setting-content-extended input');
    await fields.nth(1).fill('Described with Ghost 3');
    await save(page.getByRole('button', { name: 'Save settings' }), '/settings/');
    await untilSiteHas('Described with Ghost 3');
  });

  it('invites an author', async () => {
    await open('staff', '.gh-active-users, .apps-grid-title');
    await page.getByText('Invite people').first().click();
    const dialog = page.locator('.invite-new-user');
    // While it opens, the dialog stands twice in the page.
    await page.waitForFunction("document.querySelectorAll('.invite-new-user').length === 1");
    await dialog.locator('#new-user-email').fill('author.old@crew.example');
    await dialog.locator('#new-user-role').selectOption({ label: 'Author' });
    await save(dialog.getByRole('button', { name: 'Send invitation now' }), '/invites/');
    await page.getByText('author.old@crew.example').first().waitFor();
  });

  it('signs out', async () => {
    await open('signout', 'input[name=identification]');
    const me = await page.evaluate("fetch('/ghost/api/v3/admin/users/me/').then(({ status }) => status)");
    expect(me).toBe(403);
    refused.length = 0;
    // The example site lets no other origin frame it; the admin begins with such a frame.
    expect(errors.filter((error) => !/changelog|Network request failed|ERR_FAILED|^Framing/.test(error))).toEqual([]);
  });
});
