import type { Browser, Page } from 'playwright-core';
import { openNew, titleField, typeBody, waitForState } from './support/editor';
import { contentPost } from './support/content-api';
import { launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { mailedCards, problemsOfMail } from './support/mail-pictures';
import { adminByKey } from './support/staff';

jest.setTimeout(120_000);

const LABEL = 'Night watch';
const WATCH = ['ada.watch@harbour.example', 'ben.watch@harbour.example'];

interface ReceivedMail {
  subject: string;
  text: string;
}

async function mailsTo(address: string): Promise<ReceivedMail[]> {
  const response = await fetch(`${local().mailboxUrl}/api/messages?to=${encodeURIComponent(address)}`);
  return (await response.json()) as ReceivedMail[];
}

/** Waits for a mail with the subject. */
async function mailTo(address: string, subject: string): Promise<ReceivedMail> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const found = (await mailsTo(address)).find((mail) => mail.subject === subject);
    if (found) return found;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`No mail "${subject}" came to ${address}.`);
}

describe('a newsletter from the publish dialog', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    const admin = adminByKey();
    for (const email of WATCH)
      await admin.post('/members/', { body: { members: [{ email, labels: [{ name: LABEL }] }] } });
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser));
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  const write = async (title: string, text: string): Promise<void> => {
    await openNew(page, 'posts');
    await titleField(page).fill(title);
    await titleField(page).press('Enter');
    await typeBody(page, text);
    await waitForState(page, 'Draft · Saved');
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
  };
  const chooseLabel = async (): Promise<void> => {
    await page.getByRole('combobox', { name: 'With a label' }).click();
    await page.getByRole('option', { name: LABEL }).click();
    await page.keyboard.press('Escape');
  };

  it('counts who gets it, shows the mail, and sends a test mail without publishing', async () => {
    await write('The lamp is out', 'Two of us rowed over in the dark.');
    await page.getByRole('radio', { name: 'On the site, and by mail to members' }).check();
    await chooseLabel();
    await page.getByText('2 members would get it now.').waitFor();
    await page.getByRole('textbox', { name: 'Subject of the mail' }).fill('Lamp out tonight');
    // Only the button publishes.
    await page.getByRole('textbox', { name: 'Subject of the mail' }).press('Enter');
    await page.getByRole('radio', { name: 'Right now' }).press('Enter');
    await page.getByRole('checkbox', { name: 'Take it off the site again later' }).press('Enter');
    expect(await problemsOf(page, 'editor-newsletter')).toEqual([]);

    await page.getByRole('button', { name: 'Preview and test mail' }).click();
    await page.frameLocator('iframe[title="Preview of the mail"]').getByText('Two of us rowed over').last().waitFor();
    await page.getByText('Subject: Lamp out tonight').waitFor();
    await page.getByRole('textbox', { name: 'Address for a test mail' }).fill('test.reader@harbour.example');
    await page.getByRole('button', { name: 'Send a test mail' }).click();
    await page.getByText('The test mail is on its way to test.reader@harbour.example.').waitFor();
    await page.getByRole('textbox', { name: 'Address for a test mail' }).fill('other.reader@harbour.example');
    await page.getByText('The test mail is on its way to test.reader@harbour.example.').waitFor();
    const test = await mailTo('test.reader@harbour.example', '[Test] Lamp out tonight');
    expect(test.text).toContain('Two of us rowed over in the dark.');
    expect(await contentPost('the-lamp-is-out')).toBeUndefined();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'The mail' }).waitFor({ state: 'hidden' });
  });

  it('publishes it and sends it to these members, and shows how far it is', async () => {
    await page.getByRole('button', { name: 'Publish and send to 2 members' }).click();
    await page.getByText(/The newsletter was sent on/).waitFor();
    await page.getByText('Sent to 2 of 2 members.').waitFor();
    expect(await problemsOf(page, 'editor-newsletter-sent')).toEqual([]);
    for (const address of WATCH) expect((await mailTo(address, 'Lamp out tonight')).text).toContain('Two of us rowed');
    const tested = (await mailsTo('test.reader@harbour.example')).map(({ subject }) => subject);
    expect(tested).not.toContain('Lamp out tonight');
    expect(await contentPost('the-lamp-is-out')).toBeDefined();
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await page.getByRole('button', { name: 'Published', exact: true }).click();
    await page.getByText('Sent to 2 of 2 members.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('is cancelled only after a confirmation that names the consequence', async () => {
    const paused = { id: 'a1b2c3d4e5f6a1b2c3d4e5f6', status: 'paused', recipients: 2, sent: 1, failed: 0, skipped: 0 };
    let cancels = 0;
    await page.route(/\/posts\/.*fields=id(?:%2C|,)email/, (route) =>
      route.fulfill({ json: { posts: [{ email: paused }] } }),
    );
    await page.route('**/emails/*/cancel/', (route) => {
      cancels++;
      return route.fulfill({ json: { emails: [{ ...paused, status: 'cancelled' }] } });
    });
    const dialog = page.getByRole('dialog', { name: 'Cancel this newsletter?' });
    await page.reload();
    await page.getByRole('button', { name: 'Published', exact: true }).click();
    await page.getByRole('button', { name: 'Cancel the rest' }).click();
    await dialog.getByText('will never get this post by mail').waitFor();
    expect(await problemsOf(page, 'editor-newsletter-cancel')).toEqual([]);
    // Escape closes the upper dialog only.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Cancel the rest' }).click();
    expect(cancels).toBe(0);
    await dialog.getByRole('button', { name: 'Send no more mails' }).click();
    await page.getByText('The newsletter was cancelled').waitFor();
    expect(cancels).toBe(1);
    await page.unrouteAll();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Published' }).waitFor({ state: 'hidden' });
  });

  it('can be read in both themes, on a telephone too', async () => {
    const picture = (await contentPost('how-to-read-a-tide-table'))?.feature_image ?? '';
    const html = mailedCards(picture);
    const post = { title: 'The watch by night', html, feature_image: picture, visibility: 'paid' as const };
    const admin = adminByKey();
    const { posts } = await admin.post('/posts/', { params: { query: { source: 'html' } }, body: { posts: [post] } });
    const path = { id: posts[0]?.id ?? '' };
    const query = { memberSegment: 'status:free' } as const;
    const { email_previews: previews } = await admin.get('/email_previews/posts/{id}/', { params: { path, query } });
    const mail = await (await newProfile(browser)).newPage();
    expect(previews[0]?.html).toContain('Upgrade');
    expect(await problemsOfMail(mail, previews[0]?.html ?? '')).toEqual([]);
    await mail.context().close();
  });

  it('is sent by mail only, and not on the site; without a connection, the number of another choice is not shown', async () => {
    await write('For the watch only', 'Keep it to yourselves.');
    await page.getByRole('radio', { name: 'By mail to members only' }).check();
    await page.getByRole('button', { name: /^Send to \d+ members$/ }).waitFor();
    await page.context().setOffline(true);
    await chooseLabel();
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Send to 2 members' }).click();
    await page.getByText('“For the watch only” goes out by mail. It is not on the site.').waitFor();
    for (const address of WATCH) await mailTo(address, 'For the watch only');
    expect(await contentPost('for-the-watch-only')).toBeUndefined();
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await page.getByRole('status').getByText('Sent by e-mail · Saved').waitFor();
    await page.getByRole('button', { name: 'Sent by e-mail', exact: true }).click();
    const sent = page.getByRole('dialog', { name: 'Sent by e-mail' });
    // A sent post is not mailed again. Published once more, it is on the site.
    await sent.getByRole('button', { name: 'Back to draft' }).click();
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Publish right now' }).click();
    await page.getByText('“For the watch only” is on the site.').waitFor();
    expect(await contentPost('for-the-watch-only')).toMatchObject({ title: 'For the watch only' });
    // The frame of the preview refuses all scripts, also those that Playwright adds.
    expect(errors.filter((error) => !error.includes('about:srcdoc'))).toEqual([]);
  });
});
