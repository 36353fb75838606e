import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, signIn } from './support/browser';
import { contentPost } from './support/content-api';
import { editorBody, holdUpload, openNew, titleField, waitForState } from './support/editor';
import { adminByKey } from './support/staff';
import { samplePicture, sampleSound, sampleText } from './support/sample-files';

jest.setTimeout(60_000);

/** The card, the word after the slash, and what is typed in it. */
const WRITTEN = [
  ['horizontalrule', 'divider', ''],
  ['callout', 'callout', 'Mind the tide'],
  ['toggle', 'toggle', 'When is high water?'],
  ['html', 'html', '<b>Spring</b> tide'],
  ['markdown', 'markdown', '*Neap* tide'],
  ['button', 'button', ''],
  ['product', 'product', ''],
  ['header', 'header', 'The pier'],
  ['signup', 'signup', ''],
  ['call-to-action', 'cta', ''],
  ['paywall', 'paywall', ''],
] as const;

describe('the cards of the editor', () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser));
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    await page.goto(consoleUrl('posts'));
    await openNew(page, 'posts');
    await titleField(page).fill('A card');
    await titleField(page).press('Enter');
  });

  it.each(WRITTEN)('%s: inserted by its name and saved', async (type, name, text) => {
    await insert(page, name);
    if (text) await page.keyboard.type(text);
    await page.locator(`[data-kg-card="${type}"]`).waitFor();
    await waitForState(page, 'Draft · Saved');
    expect(await storedCards(page)).toContain(type);
  });

  it.each([
    ['email', 'Email content'],
    ['email-cta', 'Email call to action'],
  ])('%s: inserted from the menu and saved', async (type, label) => {
    await page.keyboard.type('/email');
    await page.locator(`[data-kg-card-menu-item="${label}"]`).click();
    await page.locator(`[data-kg-card="${type}"]`).waitFor();
    await waitForState(page, 'Draft · Saved');
    expect(await storedCards(page)).toContain(type);
  });

  it('offers no cards for mails on pages, and has a menu in German', async () => {
    const german = await newProfile(browser, { locale: 'de-DE', storageState: await page.context().storageState() });
    const other = await german.newPage();
    await other.goto(consoleUrl('pages/new'));
    await other.locator('[data-kg="editor"] > [contenteditable]').waitFor();
    await other.getByRole('textbox', { name: 'Titel', exact: true }).press('Enter');
    await other.keyboard.type('/aufforderung');
    await other.locator('[data-kg-card-menu-item="Aufforderung"]').waitFor();
    expect(await other.locator('[data-kg-card-menu-item]').count()).toBe(1);
    await german.close();
  });

  it.each([
    ['image', (): ReturnType<typeof samplePicture> => samplePicture(page)],
    ['audio', async () => sampleSound()],
    ['file', async () => sampleText()],
  ] as const)('%s: uploads the chosen file', async (type, make) => {
    const file = await make();
    const chosen = page.waitForEvent('filechooser');
    await insert(page, type);
    const uploaded = page.waitForResponse(
      (response) => response.url().includes('/upload/') && response.status() === 201,
    );
    await (await chosen).setFiles(file);
    await uploaded;
    await waitForState(page, 'Draft · Saved');
    expect(await storedCards(page)).toContain(type);
  });

  it('uploads pictures that are pasted and dropped', async () => {
    const { buffer } = await samplePicture(page);
    for (const kind of ['paste', 'drop']) await page.evaluate(dispatchFile(kind, buffer.toString('base64')));
    await page.locator('[data-kg-card="image"] img[src*="/content/images/"]').nth(1).waitFor();
    await waitForState(page, 'Draft · Saved');
    expect((await storedCards(page)).filter((type) => type === 'image')).toHaveLength(2);
  });

  it('shows that a pasted picture is being uploaded, and does not publish without it', async () => {
    const { buffer } = await samplePicture(page);
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    const release = await holdUpload(page);
    await page.evaluate(dispatchFile('paste', buffer.toString('base64')));
    await waitForState(page, 'Draft · Uploading…');
    expect(await publish.isDisabled()).toBe(true);
    release();
    await waitForState(page, 'Draft · Saved');
    expect(await publish.isEnabled()).toBe(true);
    await page.locator('[data-kg-card="image"] img[src*="/content/images/"]').waitFor();
  });

  it('publishes a post with every card as it was written', async () => {
    const admin = adminByKey();
    const lexical = everyCard();
    const { posts: added } = await admin.post('/posts/', { body: { posts: [{ title: 'Every card', lexical }] } });
    const post = added[0];
    if (!post) throw new Error('The server added no post.');
    const read = { params: { path: { id: post.id }, query: { formats: 'html,plaintext' } } };
    const before = (await admin.get('/posts/{id}/', read)).posts[0];
    await page.goto(consoleUrl(`posts/${post.id}`));
    await editorBody(page).locator('[data-kg-card="signup"]').waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish right now' }).click();
    await page.getByText('“Every card” is on the site.').waitFor();
    const published = await contentPost(post.slug, 'html,plaintext');
    expect(published?.plaintext).toBe(before?.plaintext);
    expect(published?.html).toBe(before?.html);
    for (const card of ['gallery', 'product', 'signup']) expect(published?.html).toContain(`kg-${card}-card`);
  });
});

/** The documents of the renderer's suite, one for each card, in one body. */
function everyCard(): string {
  const file = join(__dirname, '../../../libs/rendering/test/every-card.json');
  const documents = JSON.parse(readFileSync(file, 'utf8')) as { lexical: { root: { children: object[] } } }[];
  const [first] = documents;
  const children = documents.flatMap(({ lexical }) => lexical.root.children);
  return JSON.stringify({ root: { ...first?.lexical.root, children } });
}

/** Inserts the card that the menu finds first. */
async function insert(page: Page, name: string): Promise<void> {
  await page.keyboard.type(`/${name}`);
  await page.locator('[data-kg-cardmenu-selected="true"]').waitFor();
  await page.keyboard.press('Enter');
}

/** The types of the blocks that the server has stored. Waits first, because cards change while their files are uploaded. */
async function storedCards(page: Page): Promise<string[]> {
  await page.waitForTimeout(1_500);
  await waitForState(page, 'Draft · Saved');
  const id = page.url().split('/').at(-1) ?? '';
  const read = `fetch('/ghost/api/canary/admin/posts/${id}/?formats=lexical').then((response) => response.json())`;
  const { posts } = (await page.evaluate(read)) as { posts: { lexical: string }[] };
  const { root } = JSON.parse(posts[0]?.lexical ?? '{}') as { root: { children: { type: string }[] } };
  return root.children.map(({ type }) => type);
}

/** A script that pastes or drops a file into the body. */
const dispatchFile = (kind: string, base64: string): string => `(() => {
  const bytes = Uint8Array.from(atob('${base64}'), (char) => char.charCodeAt(0));
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], '${kind}.png', { type: 'image/png' }));
  const body = document.querySelector('[data-kg="editor"] > [contenteditable]');
  body.focus();
  const init = { bubbles: true, cancelable: true };
  body.dispatchEvent('${kind}' === 'paste' ? new ClipboardEvent('paste', { ...init, clipboardData: transfer }) : new DragEvent('drop', { ...init, dataTransfer: transfer }));
})()`;
