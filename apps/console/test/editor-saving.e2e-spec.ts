import type { Browser, BrowserContext, Page } from 'playwright-core';
import { editorBody, openNew, titleField, typeBody, waitForState } from './support/editor';
import { consoleUrl, launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { OwnAdminApi } from './support/own-admin-api';
import { adminByKey } from './support/staff';

jest.setTimeout(180_000);

/** Longer than the longest delay between two attempts, and than a start of admin-api on a busy machine. */
const RECOVERY_MS = 60_000;

describe('what was typed in the editor', () => {
  let adminApi: OwnAdminApi;
  let browser: Browser;
  let profile: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    adminApi = await OwnAdminApi.start();
    browser = await launchBrowser();
    profile = await newProfile(browser);
    page = await signIn(profile);
  });
  afterAll(async () => {
    await browser?.close();
    await adminApi?.kill();
  });

  it('is saved after the network comes back', async () => {
    await openNew(page, 'posts');
    await titleField(page).fill('Fog on the water');
    await waitForState(page, 'Draft · Saved');
    await profile.setOffline(true);
    await typeBody(page, 'Nothing to be seen.');
    await waitForState(page, 'Draft · Could not be saved yet, kept on this device');
    await profile.setOffline(false);
    await waitForState(page, 'Draft · Saved', RECOVERY_MS);
    expect(await storedText(page)).toContain('Nothing to be seen.');
  });

  it('is read again after the post was opened without a connection', async () => {
    const other = await profile.newPage();
    await other.goto(consoleUrl('posts/new'));
    await editorBody(other).waitFor();
    await other.getByRole('link', { name: 'Posts' }).click();
    const link = other.getByRole('link', { name: 'Fog on the water' });
    await link.waitFor();
    await profile.setOffline(true);
    await link.click();
    await other.getByText('The server cannot be reached').waitFor();
    await profile.setOffline(false);
    await editorBody(other).getByText('Nothing to be seen.').waitFor();
    await other.close();
  });

  it('survives a restart of the server', async () => {
    await adminApi.kill();
    await typeBody(page, ' Then the horn.');
    await waitForState(page, 'Draft · Could not be saved yet, kept on this device');
    await adminApi.start();
    await waitForState(page, 'Draft · Saved', RECOVERY_MS);
    expect(await storedText(page)).toContain('Nothing to be seen. Then the horn.');
  });

  it('survives the end of the session, and of the page before it was saved', async () => {
    await profile.clearCookies();
    // The settings read the tags. After the refusal, the Console reads the user, and there is none.
    const userRead = page.waitForResponse(/\/users\/me\//);
    await page.getByRole('button', { name: 'Settings' }).click();
    await userRead;
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Go to a screen, post, page').waitFor();
    await page.keyboard.press('Escape');
    await typeBody(page, ' A second horn.');
    await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(local().owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await waitForState(page, 'Draft · Saved', RECOVERY_MS);
    expect(await storedText(page)).toContain('A second horn.');

    const { pathname } = new URL(page.url());
    await profile.setOffline(true);
    await typeBody(page, ' Silence.');
    await waitForState(page, 'Draft · Could not be saved yet, kept on this device');
    await page.close();
    await profile.setOffline(false);
    page = await profile.newPage();
    await page.goto(new URL(pathname, consoleUrl()).href);
    await page.getByText('Restored changes that were made on this device').waitFor();
    await waitForState(page, 'Draft · Saved', RECOVERY_MS);
    expect(await storedText(page)).toContain('Silence.');
  });

  it('of two people is shown to both, and nothing is lost', async () => {
    const other = await signIn(await newProfile(browser));
    await other.goto(page.url());
    await editorBody(other).waitFor();
    await typeBody(other, ' Written by another.');
    await waitForState(other, 'Draft · Saved');

    await typeBody(page, ' Written by me.');
    const dialog = page.getByRole('dialog', { name: 'This was changed elsewhere' });
    await dialog.waitFor();
    const mine = dialog.getByRole('region', { name: 'Your version' });
    const theirs = dialog.getByRole('region', { name: 'The other version' });
    expect(await mine.innerText()).toContain('Written by me.');
    expect(await theirs.innerText()).toContain('Written by another.');
    expect(await problemsOf(page, 'editor-collision')).toEqual([]);
    expect(await storedText(other)).toContain('Written by another.');

    const before = page.url();
    await dialog.getByRole('button', { name: 'Keep both' }).click();
    await page.waitForURL((url) => url.href !== before);
    await editorBody(page).getByText('Written by me.').waitFor();
    expect(await storedText(page)).toContain('Written by me.');
    expect(await storedText(other)).toContain('Written by another.');
    await other.context().close();
  });

  it('in a post that was deleted is saved as a new draft, and the user sees when that fails', async () => {
    await openNew(page, 'posts');
    await titleField(page).fill('The only copy');
    await waitForState(page, 'Draft · Saved');
    const before = page.url();
    await adminByKey().delete('/posts/{id}/', { params: { path: { id: before.split('/').at(-1) ?? '' } } });
    await typeBody(page, 'Washed ashore.');
    const saveAsNew = page.getByRole('button', { name: 'Save as a new draft' });
    await saveAsNew.waitFor();

    const errors = recordErrors(page);
    const requests = '**/admin/posts/?*';
    await page.route(requests, (route) => route.abort());
    await saveAsNew.click();
    await page.getByRole('alert').getByText('The server cannot be reached').waitFor();
    await page.unroute(requests);
    await saveAsNew.click();
    await page.waitForURL((url) => url.href !== before);
    await editorBody(page).getByText('Washed ashore.').waitFor();
    expect(errors).toEqual([]);
  });
});

/** The body that the server has of the post that the page shows. */
async function storedText(page: Page): Promise<string> {
  const id = page.url().split('/').at(-1) ?? '';
  const read = `fetch('/ghost/api/canary/admin/posts/${id}/?formats=plaintext').then((response) => response.json())`;
  const { posts } = (await page.evaluate(read)) as { posts: { plaintext: string }[] };
  return posts[0]?.plaintext ?? '';
}
