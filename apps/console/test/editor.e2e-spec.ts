import type { Browser, BrowserContext, Page } from 'playwright-core';
import { editorBody, holdUpload, openNew, waitForState, titleField, typeBody } from './support/editor';
import { contentPost } from './support/content-api';
import { type SampleFile, samplePicture } from './support/sample-files';
import { adminByKey } from './support/staff';
import { consoleUrl, launchBrowser, newProfile, problemsOf, recordErrors, signIn } from './support/browser';

jest.setTimeout(120_000);

describe('the editor', () => {
  let browser: Browser;
  let profile: BrowserContext;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    profile = await newProfile(browser);
    page = await signIn(profile);
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('saves a draft by itself, with an address made of its title', async () => {
    await openNew(page, 'posts');
    expect(await problemsOf(page, 'editor-new')).toEqual([]);
    expect(await page.getByRole('button', { name: 'Preview' }).isDisabled()).toBe(true);
    await titleField(page).fill('Harbour lights');
    await titleField(page).press('Enter');
    await typeBody(page, 'The lamp on the pier was lit again.');
    await waitForState(page, 'Draft · Saved');
    expect(page.url()).toMatch(/\/posts\/[0-9a-f]{24}$/);

    await page.reload();
    await editorBody(page).getByText('The lamp on the pier was lit again.').waitFor();
    expect(await titleField(page).inputValue()).toBe('Harbour lights');
    await titleField(page).fill('Harbour lights in winter');
    await waitForState(page, 'Draft · Saved');
    await page.getByRole('button', { name: 'Settings' }).click();
    await expectValue(page, 'Address', 'harbour-lights-in-winter');
    expect(await problemsOf(page, 'editor-settings')).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('removes the text of a feature image with the image', async () => {
    const picture = await samplePicture(page);
    const upload = async (): Promise<void> => {
      await chooseFeatureImage(page, picture);
      await page.getByRole('button', { name: 'Remove the image' }).waitFor();
    };
    await upload();
    await page.getByRole('textbox', { name: 'Text in place of the image' }).fill('A pier');
    await page.getByRole('button', { name: 'Remove the image' }).click();
    await upload();
    await expectValue(page, 'Text in place of the image, for screen readers', '');
    await page.getByRole('button', { name: 'Remove the image' }).click();
    await waitForState(page, 'Draft · Saved');
  });

  it('is not published while a file is uploaded, and left only after a warning', async () => {
    const release = await holdUpload(page);
    await chooseFeatureImage(page, await samplePicture(page));
    await waitForState(page, 'Draft · Uploading…');
    const publish = page.getByRole('button', { name: 'Publish', exact: true });
    expect(await publish.isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Posts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByText('A file is still being uploaded.').waitFor();
    expect(await dialog.getByRole('button', { name: 'Save and leave' }).isDisabled()).toBe(true);
    expect(await problemsOf(page, 'editor-leave-upload')).toEqual([]);
    await dialog.getByRole('button', { name: 'Stay' }).click();
    release();
    await page.getByRole('button', { name: 'Remove the image' }).click();
    await waitForState(page, 'Draft · Saved');
    expect(await publish.isEnabled()).toBe(true);
  });

  it('previews the last version, with one link for all previews of a post', async () => {
    let links = 0;
    page.on('request', (request) => void (request.url().includes('/preview_link/') && links++));
    for (const text of [' Boats came in.', ' Nets dried.']) {
      await typeBody(page, text);
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.frameLocator('iframe[title="Preview of the saved version"]').getByText(text.trim()).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(links).toBe(1);
  });

  it('replaces a revoked link when the preview is opened again', async () => {
    const id = page.url().split('/').at(-1) ?? '';
    await adminByKey().delete('/posts/{id}/preview_link/', { params: { path: { id } } });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.frameLocator('iframe[title="Preview of the saved version"]').getByText('Nets dried.').waitFor();
    await page.keyboard.press('Escape');
    errors.length = 0;
  });

  it('publishes it, and the Content API has it', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Where it appears').waitFor();
    expect(await problemsOf(page, 'editor-publish')).toEqual([]);
    // An end without a time is an error, and is not ignored.
    await page.getByRole('checkbox', { name: 'Take it off the site again later' }).check();
    await page.getByRole('button', { name: 'Publish right now' }).click();
    await page.getByText('Choose a date and a time, or leave it on the site.').waitFor();
    await page.getByRole('checkbox', { name: 'Take it off the site again later' }).uncheck();
    await page.getByRole('button', { name: 'Publish right now' }).click();
    await page.getByText('“Harbour lights in winter” is on the site.').waitFor();
    const post = await contentPost('harbour-lights-in-winter');
    expect(post?.html).toContain('The lamp on the pier was lit again.');
    await page.getByRole('button', { name: 'Back to writing' }).click();
    expect(errors).toEqual([]);
  });

  it('saves a published post on demand only, and warns before it is left', async () => {
    await typeBody(page, ' Boats came in.');
    await waitForState(page, 'Published · Not saved yet');
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Update' }).click();
    await waitForState(page, 'Published · Saved');
    expect((await contentPost('harbour-lights-in-winter'))?.html).toContain('Boats came in.');
    await page.getByRole('link', { name: 'Posts' }).click();
    await page.waitForURL(consoleUrl('posts'));
  });

  it('is written, scheduled and published by keyboard alone', async () => {
    await openNew(page, 'posts');
    await titleField(page).focus();
    await page.keyboard.type('By keyboard alone');
    await page.keyboard.press('Enter');
    await page.keyboard.type('No mouse on this boat.');
    await waitForState(page, 'Draft · Saved');
    await press(page, 'Shift+Tab', 'Publish');
    await expectFocus(page, 'radio', 'Right now');
    await page.keyboard.press('ArrowDown');
    await press(page, 'Tab', 'Schedule');
    await page.getByText(/“By keyboard alone” will be published on/).waitFor();
    await expectFocus(page, 'button', 'Back to writing');
    await page.keyboard.press('Enter');
    expect(await contentPost('by-keyboard-alone')).toBeUndefined();
    await press(page, 'Tab', 'Scheduled');
    await page.getByRole('dialog', { name: 'Scheduled' }).waitFor();
    await press(page, 'Tab', 'Publish right now');
    await page.getByText('“By keyboard alone” is on the site.').waitFor();
    await page.keyboard.press('Enter');
    expect((await contentPost('by-keyboard-alone'))?.html).toContain('No mouse on this boat.');
  });

  it('is taken off the site, scheduled, rescheduled, taken back, and published with the current date', async () => {
    const time = page.getByRole('textbox', { name: 'Publish at' });
    await page.getByRole('button', { name: 'Published', exact: true }).click();
    await page.getByRole('button', { name: 'Take it off the site' }).click();
    await page.getByText('“By keyboard alone” is a draft again.').waitFor();
    expect(await contentPost('by-keyboard-alone')).toBeUndefined();
    await page.getByRole('button', { name: 'Back to writing' }).click();

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('radio', { name: 'At a later time' }).check();
    await time.fill('2020-01-01T10:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('Choose a time that is at least two minutes away').waitFor();
    await time.fill('2031-05-01T10:00');
    await page.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/will be published on Thursday,? 1 May 2031/).waitFor();
    await page.getByRole('button', { name: 'Back to writing' }).click();

    await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
    await time.fill('2031-06-02T11:30');
    expect(await problemsOf(page, 'editor-scheduled')).toEqual([]);
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText(/will be published on Monday,? 2 June 2031/).waitFor();
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await waitForState(page, 'Scheduled for 2 Jun 2031, 11:30 · Saved');

    const release = await holdUpload(page);
    await chooseFeatureImage(page, await samplePicture(page));
    await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
    await page.getByText('A file is still being uploaded.').waitFor();
    const publishNow = page.getByRole('button', { name: 'Publish right now' });
    expect(await publishNow.isDisabled()).toBe(true);
    expect(await problemsOf(page, 'editor-scheduled-upload')).toEqual([]);
    release();
    await page.getByText('A file is still being uploaded.').waitFor({ state: 'hidden' });
    expect(await publishNow.isEnabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the image' }).click();

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Will be published at' }).fill('2031-07-03T08:00');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
    await expectValue(page, 'Publish at', '2031-07-03T08:00');
    await page.getByRole('button', { name: 'Back to draft' }).click();
    await page.getByText('“By keyboard alone” is a draft again.').waitFor();
    await page.getByRole('button', { name: 'Back to writing' }).click();

    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('radio', { name: 'At a later time' }).check();
    await expectValue(page, 'Publish at', '2031-07-03T08:00');
    await page.getByRole('radio', { name: 'Right now' }).check();
    await page.getByRole('button', { name: 'Publish right now' }).click();
    await page.getByText('“By keyboard alone” is on the site.').waitFor();
    const post = await contentPost('by-keyboard-alone');
    expect(new Date(post?.published_at ?? '').getFullYear()).toBeLessThan(2031);
    expect(errors).toEqual([]);
  });

  it('keeps the date of a published post while another one is typed', async () => {
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    const time = page.getByRole('textbox', { name: 'Published at' });
    await time.fill('2024-05-17T10:00');
    await time.focus();
    await page.keyboard.press('Backspace');
    expect(await time.inputValue()).toBe('');
    await page.getByRole('textbox', { name: 'Address' }).focus();
    expect(await time.inputValue()).toBe('2024-05-17T10:00');
    await time.focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.type('03');
    // The first part of the field is the day or the month, depending on the language of the browser.
    expect(['2024-05-03T10:00', '2024-03-17T10:00']).toContain(await time.inputValue());
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Update' }).click();
    await waitForState(page, 'Published · Saved');
    expect((await contentPost('by-keyboard-alone'))?.published_at).toMatch(/^2024-/);
  });

  it('shows the slug as it is typed, also if it is saved meanwhile', async () => {
    await openNew(page, 'posts');
    await titleField(page).fill('Slack water');
    await waitForState(page, 'Draft · Saved');
    await page.getByRole('button', { name: 'Settings' }).click();
    const slug = page.getByRole('textbox', { name: 'Address', exact: true });
    const type = async (text: string): Promise<void> => {
      const saving = page.waitForResponse((response) => response.request().method() === 'PUT');
      await slug.fill(text);
      await saving;
      await waitForState(page, 'Draft · Saved');
    };
    await type('slack-');
    expect(await slug.inputValue()).toBe('slack-');
    await page.keyboard.type('tide');
    expect(await slug.inputValue()).toBe('slack-tide');
    await type('');
    expect(await slug.inputValue()).toBe('');
    // A post always has a slug, so an empty field gets the stored one.
    await slug.blur();
    await page.waitForFunction(`document.querySelector('[role=dialog] input[maxlength="185"]').value !== ''`);
    await page.keyboard.press('Escape');
  });

  it('searches the tags of a large site, and offers all users as authors', async () => {
    await adminByKey().post('/tags/', { body: { tags: [{ name: 'Zodiacal light' }] } });
    const firstTags = Array.from({ length: 100 }, (_, n) => ({ id: n.toString(16).padStart(24, '0'), name: `A ${n}` }));
    // As on a site with so many tags that the first page of results does not contain the tag.
    await page.route(/\/tags\/\?(?!.*filter)/, (route) => route.fulfill({ json: { tags: firstTags } }));
    const usersRead = page.waitForRequest(/\/users\/\?.*limit=all/);
    await openNew(page, 'posts');
    await titleField(page).fill('Light in the east');
    await page.getByRole('button', { name: 'Settings' }).click();
    await usersRead;
    await page.getByRole('combobox', { name: 'Tags' }).fill('zodiac');
    await page.getByRole('option', { name: 'Zodiacal light' }).click();
    await page.getByRole('dialog').getByText('Zodiacal light').waitFor();
    await page.keyboard.press('Escape');
    await page.unrouteAll();
  });

  it('returns to the list by the Back button of the browser, and saves the new post', async () => {
    await page.goto(consoleUrl('posts'));
    await page.getByRole('link', { name: 'New post' }).click();
    await editorBody(page).waitFor();
    await titleField(page).fill('Astern');
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    expect(page.url()).toBe(consoleUrl('posts'));
    await page.getByRole('link', { name: 'Astern' }).waitFor();
  });
});

/** Chooses the file of a feature image. Its upload begins then. */
async function chooseFeatureImage(page: Page, file: SampleFile): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a feature image' }).click(),
  ]);
  await chooser.setFiles(file);
}

const focusedName = (page: Page): Promise<string> =>
  page.evaluate(`(document.activeElement?.labels?.[0] ?? document.activeElement)?.textContent ?? ''`);

/** Moves the focus until it is on the button, and presses it. */
async function press(page: Page, key: 'Tab' | 'Shift+Tab', name: string): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    if ((await focusedName(page)) === name) return page.keyboard.press('Enter');
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${name}.`);
}

async function expectFocus(page: Page, role: 'button' | 'radio', name: string): Promise<void> {
  await page.getByRole(role, { name }).and(page.locator(':focus')).waitFor();
}

async function expectValue(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label, exact: true });
  await field.waitFor();
  expect(await field.inputValue()).toBe(value);
}
