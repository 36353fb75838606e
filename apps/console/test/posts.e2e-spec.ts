import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { titleField, waitForState } from './support/editor';
import { addStaff, adminByKey } from './support/staff';

jest.setTimeout(240_000);

/** Posts of this suite, so that others do not disturb it. */
const LOG_ENTRIES = ['Log of the first watch', 'Log of the second watch', 'Log of the third watch'];
const LIST = 'posts?q=Log+of+the';

async function addPosts(titles: readonly string[], more: object = {}): Promise<void> {
  for (const title of titles) await adminByKey().post('/posts/', { body: { posts: [{ title, ...more }] } });
}

async function statusesOf(search: string): Promise<string[]> {
  const query = { filter: `title:~'${search}'`, order: 'title asc', fields: 'title,status' };
  const { posts } = await adminByKey().get('/posts/', { params: { query } });
  return posts.map(({ title, status }) => `${title}: ${status}`);
}

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });

describe('the list of posts', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    await addPosts(LOG_ENTRIES);
    page = await signIn(await newProfile(browser));
    errors = recordErrors(page);
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(errors).toEqual([]));

  const open = async (path: string): Promise<void> => {
    await page.goto(consoleUrl(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const select = async (...titles: string[]): Promise<void> => {
    for (const title of titles) await page.getByLabel(`Select “${title}”`).check();
  };
  const action = (name: string) =>
    page.getByRole('region', { name: 'Selection' }).getByRole('button', { name, exact: true });

  it('shows posts with status, authors, tags and readers', async () => {
    await open('posts');
    await row(page, 'How to read a tide table').getByText('Sea, Guides').waitFor();
    expect(await problemsOf(page, 'posts')).toEqual([]);
    await page.getByRole('link', { name: 'How to read a tide table' }).click();
    await page.waitForURL(/\/console\/posts\/[a-f0-9]{24}$/);
  });

  it('keeps search, filters and order in its address', async () => {
    await open('posts');
    await page.getByLabel('Search the titles').fill('the');
    await page.waitForURL(/q=the/);
    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Scheduled' }).click();
    await page.waitForURL(/status=scheduled/);
    await row(page, 'The next spring tide').waitFor();
    await page.getByText('Walking the causeway').waitFor({ state: 'detached' });
    await page.reload();
    await row(page, 'The next spring tide').waitFor();
    expect(await page.getByLabel('Search the titles').inputValue()).toBe('the');
    // Not the number of rows: other suites can schedule posts at the same time.
    for (const title of ['Walking the causeway', ...LOG_ENTRIES]) expect(await row(page, title).count()).toBe(0);

    await page.getByRole('combobox', { name: 'Author' }).click();
    await page.getByRole('option', { name: 'Inês Duarte' }).waitFor();
    await page.getByRole('combobox', { name: 'Author' }).fill('Inês');
    await page.getByRole('option', { name: 'Inês Duarte' }).click();
    await page.getByRole('heading', { name: 'No post matches' }).waitFor();
    expect(await problemsOf(page, 'posts-no-match')).toEqual([]);
    await page.getByRole('link', { name: 'Clear the filters' }).click();
    await row(page, 'Walking the causeway').waitFor();
  });

  it('leads to further pages of results', async () => {
    await addPosts(Array.from({ length: 52 }, (_, number) => `Buoy ${String(number).padStart(2, '0')}`));
    await open('posts?q=Buoy&order=title');
    await page.getByText('1–50 of 52').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await row(page, 'Buoy 51').waitFor();
    expect(page.url()).toMatch(/q=Buoy.*page=2/);
    await page.goBack();
    await row(page, 'Buoy 00').waitFor();
    await page.getByRole('link', { name: 'Next' }).click();
    await row(page, 'Buoy 51').waitFor();
    await page.getByLabel('Select all shown').check();
    await action('Delete').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete 2 posts' }).click();
    // The page is empty now, so the list shows the one before it.
    await row(page, 'Buoy 00').waitFor();
    expect(page.url()).not.toContain('page=');
    await adminByKey().delete('/posts/bulk/', { params: { query: { filter: "title:~'Buoy'" } } });
  });

  it('publishes the selected drafts, says what was already done, and undoes it from another screen', async () => {
    await open(LIST);
    await select('Log of the first watch', 'Log of the second watch');
    expect(await problemsOf(page, 'posts-selected')).toEqual([]);
    await action('Publish').click();
    await page.getByText('2 posts are published.').waitFor();
    expect(await statusesOf('Log of the')).toContain('Log of the first watch: published');

    await page.getByLabel('Select all shown').check();
    await action('Publish').click();
    await page.getByText('1 post is published. 2 stayed as they were.').waitFor();
    await page.getByRole('link', { name: 'Tags', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Tags' }).waitFor();
    await page.getByRole('alert').filter({ hasText: '1 post is' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Changed one back.').waitFor();
    expect(await statusesOf('Log of the')).toEqual([
      'Log of the first watch: published',
      'Log of the second watch: published',
      'Log of the third watch: draft',
    ]);
  });

  it('restores the dates of drafts and scheduled posts when it undoes a change', async () => {
    const dates = {
      'Soundings without a date': { status: 'draft', published_at: null },
      'Soundings published before': { status: 'draft', published_at: '2025-03-01T08:00:00.000Z' },
      'Soundings with a plan': { status: 'draft', published_at: '2032-03-01T08:00:00.000Z' },
      'Soundings on schedule': { status: 'scheduled', published_at: '2032-04-01T08:00:00.000Z' },
    } as const;
    const titles = Object.keys(dates);
    for (const [title, fields] of Object.entries(dates)) await addPosts([title], fields);
    const datesNow = async (): Promise<unknown> => {
      const query = { filter: "title:~'Soundings'", fields: 'title,status,published_at' };
      const { posts } = await adminByKey().get('/posts/', { params: { query } });
      return Object.fromEntries(posts.map(({ title, status, published_at }) => [title, { status, published_at }]));
    };
    expect(await datesNow()).toEqual(dates);

    await open('posts?q=Soundings');
    await select(...titles);
    await action('Publish').click();
    await page.getByRole('alert').filter({ hasText: '4 posts are' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Changed 4 back.').waitFor();
    expect(await datesNow()).toEqual(dates);

    await select(...titles);
    await action('Schedule').click();
    await page.getByLabel('Publish at').fill('2033-01-01T09:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('4 posts are scheduled.').waitFor();
    await page.getByText('Changed 4 back.').waitFor({ state: 'detached' });
    await page.getByRole('alert').filter({ hasText: '4 posts are' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Changed 4 back.').waitFor();
    expect(await datesNow()).toEqual(dates);
  });

  it('names the posts that are mailed before it publishes them', async () => {
    await addPosts(['Pilotage for all']);
    await addPosts(['Pilotage by mail'], { send_email_when_published: true, email_recipient_filter: 'label:nowhere' });
    await open('posts?q=Pilotage');
    await select('Pilotage for all', 'Pilotage by mail');
    await action('Publish').click();
    const dialog = page.getByRole('dialog', { name: 'Publish 2 posts?' });
    await dialog.getByText('Members get this post by mail when it is published.').waitFor();
    await dialog.getByText('Pilotage by mail').waitFor();
    expect(await dialog.getByText('Pilotage for all').count()).toBe(0);
    expect(await problemsOf(page, 'posts-publish')).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await action('Schedule').click();
    await page.getByRole('dialog').getByText('Members get this post by mail when it is published.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(await statusesOf('Pilotage')).toEqual(['Pilotage by mail: draft', 'Pilotage for all: draft']);
    await action('Publish').click();
    await dialog.getByRole('button', { name: 'Publish and send' }).click();
    await page.getByText('2 posts are published.').waitFor();
    expect(await statusesOf('Pilotage')).toEqual(['Pilotage by mail: published', 'Pilotage for all: published']);
  });

  it('schedules in the zone of the site', async () => {
    await open(LIST);
    // Only a draft and a scheduled post can be scheduled. Without one, there is nothing to ask for.
    await select('Log of the first watch');
    await action('Schedule').click();
    await page.getByText('One stayed as it was.').waitFor();
    await page.getByLabel('Select all shown').check();
    await action('Schedule').click();
    const dialog = page.getByRole('dialog', { name: 'Publish the post later' });
    await dialog.getByLabel('Publish at').fill('2031-05-04T06:30');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText('1 post is scheduled. 2 stayed as they were.').waitFor();
    await row(page, 'Log of the third watch').getByText('4 May 2031, 06:30').last().waitFor();
  });

  it('tags posts and changes who can read them', async () => {
    await open(LIST);
    await page.getByLabel('Select all shown').check();
    await action('Tag').click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('button', { name: 'Add the tags' }).isDisabled()).toBe(true);
    await dialog.getByRole('combobox', { name: 'Tags' }).fill('Night watch');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add the tags' }).click();
    await page.getByText('Tagged 3 posts.').waitFor();
    await row(page, 'Log of the first watch').getByText('Night watch').waitFor();
    await page.getByRole('alert').filter({ hasText: 'Tagged 3' }).getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Changed 3 back.').waitFor();
    await row(page, 'Log of the first watch').getByText('Night watch').waitFor({ state: 'detached' });

    await select('Log of the first watch');
    await action('Readers').click();
    await dialog.getByRole('radio', { name: 'Paying members' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Changed who can read 1 post.').waitFor();
    await row(page, 'Log of the first watch').getByText('Paying members').waitFor();
  });

  it('names what it deletes', async () => {
    await open(LIST);
    await page.getByLabel('Select all shown').check();
    await action('Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete 3 posts?' });
    await dialog.getByText('Log of the second watch').waitFor();
    expect(await problemsOf(page, 'posts-delete')).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete 3 posts' }).click();
    await page.getByText('3 posts are deleted.').waitFor();
    expect(await statusesOf('Log of the')).toEqual([]);
  });
});

describe('the list of posts of an author', () => {
  it('has their own posts and pages only', async () => {
    await adminByKey().post('/pages/', { body: { pages: [{ title: 'A page of another author' }] } });
    const browser = await launchBrowser();
    const author = await addStaff('Author', 'Pilar Vento');
    const page = await signIn(await newProfile(browser), author);
    await page.goto(consoleUrl('posts'));
    await page.getByRole('heading', { name: 'Nothing written yet' }).waitFor();
    expect(await problemsOf(page, 'posts-none')).toEqual([]);
    const authors = [{ email: author.email }];
    await adminByKey().post('/pages/', { body: { pages: [{ title: 'Winds of the bay', authors }] } });
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pages' }).click();
    await page.getByRole('link', { name: 'Winds of the bay' }).waitFor();
    expect(await page.getByText('A page of another author').count()).toBe(0);
    await page.getByRole('link', { name: 'Winds of the bay' }).click();
    await titleField(page).fill('Winds and currents of the bay');
    await waitForState(page, 'Draft · Saved');
    await browser.close();
  });
});

describe('the list of posts without a connection', () => {
  it('does not show the posts of another filter', async () => {
    const titles = ['Ropework for a calm day', 'Ropework for a gale'];
    await addPosts(titles);
    const browser = await launchBrowser();
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    await page.goto(consoleUrl('posts?q=Ropework'));
    await row(page, titles[0] ?? '').waitFor();
    await profile.setOffline(true);
    await page.getByRole('searchbox', { name: 'Search the titles' }).fill('Ropework for a gale');
    await page.getByText('The server cannot be reached').waitFor();
    expect(await row(page, titles[0] ?? '').count()).toBe(0);
    await profile.setOffline(false);
    await row(page, titles[1] ?? '').waitFor();
    await row(page, titles[0] ?? '').waitFor({ state: 'detached' });
    await browser.close();
  });
});

describe('a deletion without a connection', () => {
  it('fails, and does not happen later', async () => {
    await addPosts(['Ballast to keep']);
    const browser = await launchBrowser();
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    await page.goto(consoleUrl('posts?q=Ballast'));
    await page.getByLabel('Select “Ballast to keep”').check();
    await page.getByRole('region', { name: 'Selection' }).getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete this post?' });
    await profile.setOffline(true);
    await dialog.getByRole('button', { name: 'Delete the post' }).click();
    await dialog.getByText('The server cannot be reached').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const reading = page.waitForResponse((response) => response.ok() && response.url().includes('/posts/?'));
    await profile.setOffline(false);
    await reading;
    expect(await statusesOf('Ballast')).toEqual(['Ballast to keep: draft']);
    await browser.close();
  });
});

describe('the list of pages', () => {
  it('publishes a page', async () => {
    await adminByKey().post('/pages/', { body: { pages: [{ title: 'Berths and fees' }] } });
    const browser = await launchBrowser();
    const page = await signIn(await newProfile(browser));
    await page.goto(consoleUrl('pages?q=Berths'));
    await page.getByLabel('Select “Berths and fees”').check();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('1 page is published.').waitFor();
    await row(page, 'Berths and fees').getByText('Published').last().waitFor();
    expect(await problemsOf(page, 'pages')).toEqual([]);
    await browser.close();
  });
});
