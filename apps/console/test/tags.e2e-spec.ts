import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { samplePicture } from './support/sample-files';
import { addStaff, adminByKey } from './support/staff';

jest.setTimeout(240_000);

async function tagOf(slug: string) {
  const { tags } = await adminByKey().get('/tags/', { params: { query: { filter: `slug:${slug}` } } });
  return tags[0];
}

describe('the tags', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    await adminByKey().post('/posts/', { body: { posts: [{ title: 'Ropes in winter', tags: [{ name: 'Knots' }] }] } });
    page = await signIn(await newProfile(browser));
    errors = recordErrors(page);
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(errors).toEqual([]));

  it('are listed with the number of their posts, which leads to them', async () => {
    await page.goto(consoleUrl('tags'));
    await page.getByRole('link', { name: 'Guides', exact: true }).waitFor();
    expect(await problemsOf(page, 'tags')).toEqual([]);
    await page.getByLabel('Search the names').fill('Kno');
    await page.getByRole('link', { name: 'Guides', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '1 post with the tag Knots' }).click();
    await page.getByRole('link', { name: 'Ropes in winter' }).waitFor();
  });

  it('are ordered by a filter that says what it chooses and what is chosen', async () => {
    await page.goto(consoleUrl('tags'));
    const order = page.getByRole('combobox', { name: 'Order', exact: true });
    for (const chosen of ['Most used first', 'Newest first']) {
      await order.click();
      await page.getByRole('option', { name: chosen }).click();
      await page.waitForURL(chosen === 'Newest first' ? /order=newest/ : /order=posts/);
      expect(await order.inputValue()).toBe(chosen);
    }
    expect(await page.getByRole('combobox', { name: 'By name' }).count()).toBe(0);
    expect(await problemsOf(page, 'tags-ordered')).toEqual([]);
  });

  it('are saved only after their image is uploaded', async () => {
    const picture = await samplePicture(page);
    let endUpload: () => void = () => undefined;
    const canEnd = new Promise<void>((resolve) => (endUpload = resolve));
    await page.route(/\/images\/upload\//, async (route) => {
      await canEnd;
      await route.continue();
    });
    await page.goto(consoleUrl('tags'));
    await page.getByRole('link', { name: 'New tag' }).click();
    const drawer = page.getByRole('dialog', { name: 'New tag' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Lanterns');
    const uploading = page.waitForRequest(/\/images\/upload\//);
    await drawer.locator('input[type=file]').first().setInputFiles(picture);
    await uploading;
    await drawer.locator('button[type=submit]:disabled').waitFor();
    endUpload();
    await drawer.getByRole('img').first().waitFor();
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The tag “Lanterns” is saved.').waitFor();
    expect((await tagOf('lanterns'))?.feature_image).toMatch(/\/content\/images\//);
    await page.unroute(/\/images\/upload\//);
  });

  it('can be made, changed and deleted', async () => {
    await page.goto(consoleUrl('tags'));
    await page.getByRole('link', { name: 'New tag' }).click();
    const drawer = page.getByRole('dialog', { name: 'New tag' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill('Signal flags');
    await drawer.getByRole('textbox', { name: 'Accent colour' }).fill('#c0392b');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The tag “Signal flags” is saved.').waitFor();
    expect(await tagOf('signal-flags')).toMatchObject({ name: 'Signal flags', accent_color: '#c0392b' });

    await page.getByRole('link', { name: 'Signal flags', exact: true }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the tag' });
    await editing.getByRole('textbox', { name: 'Description' }).fill('What ships say to each other.');
    await editing.getByRole('button', { name: 'Facebook and others' }).click();
    const card = editing.getByRole('img', { name: 'How Facebook and others shows it' });
    await card.getByText('What ships say to each other.').waitFor();
    await editing.getByRole('textbox', { name: 'Title of the card' }).fill('Flags and lamps');
    await card.getByText('Flags and lamps').waitFor();
    expect(await problemsOf(page, 'tag')).toEqual([]);
    await editing.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'What ships say to each other.' }).waitFor();
    expect(await tagOf('signal-flags')).toMatchObject({ og_title: 'Flags and lamps', accent_color: '#c0392b' });

    await page.getByRole('link', { name: 'Signal flags', exact: true }).click();
    const description = editing.getByRole('textbox', { name: 'Description' }).first();
    expect(await description.inputValue()).toBe('What ships say to each other.');
    await editing.getByRole('button', { name: 'Delete the tag' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete the tag “Signal flags”?' });
    await confirmation.getByText('No post has it.').waitFor();
    // Escape closes only the confirmation.
    await page.keyboard.press('Escape');
    await confirmation.waitFor({ state: 'detached' });
    await editing.getByRole('button', { name: 'Delete the tag' }).click();
    let endDeletion: () => void = () => undefined;
    const canEnd = new Promise<void>((resolve) => (endDeletion = resolve));
    await page.route(/\/tags\/[\da-f]{24}\//, async (route) => {
      await canEnd;
      await route.continue();
    });
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await confirmation.getByRole('button', { name: 'Delete the tag' }).click();
    await deleting;
    // Closing the confirmation would not cancel the deletion.
    await confirmation.getByRole('button', { name: 'Cancel', disabled: true }).waitFor();
    expect(await confirmation.getByRole('button', { name: 'Close' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    expect(await confirmation.isVisible()).toBe(true);
    endDeletion();
    await page.getByText('The tag “Signal flags” is deleted.').waitFor();
    await page.unroute(/\/tags\/[\da-f]{24}\//);
    expect(await tagOf('signal-flags')).toBeUndefined();
  });

  it('keep a change of another field that is stored while the form is open', async () => {
    const { tags } = await adminByKey().post('/tags/', { body: { tags: [{ name: 'Tides' }] } });
    await page.goto(consoleUrl('tags'));
    await page.getByRole('link', { name: 'Tides', exact: true }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the tag' });
    await editing.getByRole('textbox', { name: 'Description' }).fill('High and low water.');
    const params = { path: { id: String(tags[0]?.id) } };
    await adminByKey().put('/tags/{id}/', { params, body: { tags: [{ accent_color: '#123456' }] } });
    await editing.getByRole('button', { name: 'Save' }).click();
    await editing.waitFor({ state: 'detached' });
    expect(await tagOf('tides')).toMatchObject({ description: 'High and low water.', accent_color: '#123456' });
  });

  it('asks before a form with changes is closed, but not when it is saved or the tag is deleted', async () => {
    await page.goto(consoleUrl('tags'));
    await page.getByRole('link', { name: 'New tag' }).click();
    const drawer = page.getByRole('dialog', { name: 'New tag' });
    await drawer.waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'New tag' }).and(page.locator(':focus')).waitFor();

    await page.getByRole('link', { name: 'New tag' }).click();
    const name = drawer.getByRole('textbox', { name: 'Name' });
    await name.fill('Half a tag');
    const prompt = page.getByRole('dialog', { name: 'Leave without saving?' });
    for (const stay of [
      () => prompt.getByRole('button', { name: 'Stay' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      await page.keyboard.press('Escape');
      await prompt.waitFor();
      await stay();
      await prompt.waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Half a tag');
    }
    await page.goBack();
    await prompt.waitFor();
    expect(await problemsOf(page, 'tag-leave')).toEqual([]);
    await prompt.getByRole('button', { name: 'Discard changes' }).click();
    await drawer.waitFor({ state: 'detached' });
    expect(await tagOf('half-a-tag')).toBeUndefined();

    await page.getByRole('link', { name: 'New tag' }).click();
    await name.fill('Half a tag');
    await name.press('Enter');
    await drawer.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Half a tag', exact: true }).click();
    const editing = page.getByRole('dialog', { name: 'Edit the tag' });
    await editing.getByRole('textbox', { name: 'Name' }).fill('The other half');
    await editing.getByRole('button', { name: 'Delete the tag' }).click();
    const confirmation = page.getByRole('dialog', { name: 'Delete the tag “Half a tag”?' });
    await confirmation.getByRole('button', { name: 'Delete the tag' }).click();
    await page.getByText('The tag “Half a tag” is deleted.').waitFor();
    await editing.waitFor({ state: 'detached' });
    expect(await prompt.count()).toBe(0);
  });

  it('says in the server’s words why a tag is refused, and keeps what was typed', async () => {
    await page.goto(consoleUrl('tags?add=true'));
    const drawer = page.getByRole('dialog', { name: 'New tag' });
    await drawer.getByRole('textbox', { name: 'Name' }).fill(',no comma first');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await drawer.getByRole('alert').waitFor();
    expect(await drawer.getByRole('textbox', { name: 'Name' }).inputValue()).toBe(',no comma first');
  });

  it('are not for authors', async () => {
    const author = await signIn(await newProfile(browser), await addStaff('Author', 'Brisa Costa'));
    await author.goto(consoleUrl('tags'));
    await author.getByRole('heading', { name: 'You cannot do this' }).waitFor();
    expect(await problemsOf(author, 'tags-no-permission')).toEqual([]);
    await author.context().close();
  });
});
