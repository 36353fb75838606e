import { consoleUrl, launchBrowser, newProfile, problemsOf, signIn } from './support/browser';
import { calendarOfOwner } from './support/calendar';
import { addStaff, adminByKey } from './support/staff';

jest.setTimeout(240_000);

describe('the command palette', () => {
  it('finds pages, tags and members for administrators, and opens an event', async () => {
    await adminByKey().post('/pages/', { body: { pages: [{ title: 'Chandlery hours' }] } });
    await adminByKey().post('/tags/', { body: { tags: [{ name: 'Chandlery' }] } });
    await adminByKey().post('/members/', { body: { members: [{ email: 'chandlery@crew.example' }] } });
    const browser = await launchBrowser();
    const page = await signIn(await newProfile(browser));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Chandlery');
    const palette = page.getByRole('dialog');
    await palette.getByText('Chandlery hours').waitFor();
    await palette.getByText('chandlery@crew.example').waitFor();
    expect(await problemsOf(page, 'palette')).toEqual([]);
    await page.keyboard.press('Control+a');
    await page.keyboard.type('Causeway');
    await palette.getByText('Causeway walk').click();
    await page.getByRole('heading', { level: 1, name: 'Causeway walk' }).waitFor();
    await browser.close();
  });

  it('finds events by their description, and forgets them when the text is deleted', async () => {
    const calendar = await calendarOfOwner();
    const created = await calendar.createEvent({
      time: { timeZone: 'UTC', start: '2033-04-05T10:00:00Z', end: '2033-04-05T11:00:00Z' },
      info: [{ language: 'en', title: 'Evening talk', description: 'About bioluminescent plankton' }],
      location: { name: null, address: null },
      meta: { tags: [] },
      status: 'confirmed',
    });
    const browser = await launchBrowser();
    const page = await signIn(await newProfile(browser));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('plankton');
    const found = page.getByRole('dialog').getByText('Evening talk');
    await found.waitFor();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await found.waitFor({ state: 'detached' });
    await browser.close();
    await calendar.deleteEvent(created?.id ?? '');
  });

  it('says that one letter is too short, and that a search runs or has failed, and shows what the other searches found', async () => {
    await adminByKey().post('/tags/', { body: { tags: [{ name: 'Quayside' }] } });
    const browser = await launchBrowser();
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    let release = (): void => undefined;
    const isReleased = new Promise<void>((resolve) => (release = resolve));
    await page.route(/\/members\/\?/, async (route) => {
      await isReleased;
      await route.fulfill({ status: 500, json: { errors: [{ message: 'The members are asleep.' }] } });
    });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByPlaceholder('Go to a screen, post, page, event, tag or member').fill('q');
    await palette.getByText('Type two or more letters to search.').waitFor();
    expect(await palette.getByText('Nothing was found.').count()).toBe(0);
    await page.keyboard.type('uayside');
    await palette.getByText('Searching…').waitFor();
    await palette.getByText('Quayside', { exact: true }).waitFor();
    release();
    await palette.getByText('The search failed in: Members.').waitFor();
    await palette.getByText('Quayside', { exact: true }).waitFor();
    expect(await problemsOf(page, 'palette-failed')).toEqual([]);
    await profile.setOffline(true);
    await page.keyboard.type(' at night');
    await palette.getByText('The search failed, because the server cannot be reached').waitFor();
    expect(await problemsOf(page, 'palette-offline')).toEqual([]);
    await profile.setOffline(false);
    await page.unrouteAll();
    await page.keyboard.type(' or noon');
    await palette.getByText('Nothing was found.').waitFor();
    await browser.close();
  });

  it('finds neither tags nor members for authors, and only their own pages', async () => {
    const browser = await launchBrowser();
    const author = await addStaff('Author', 'Tiago Vela');
    const authors = [{ email: author.email }];
    await adminByKey().post('/pages/', { body: { pages: [{ title: 'Moorings by Tiago', authors }] } });
    await adminByKey().post('/pages/', { body: { pages: [{ title: 'Moorings by another' }] } });
    const page = await signIn(await newProfile(browser), author);
    await page.goto(consoleUrl('posts'));
    await page.getByRole('heading', { level: 1 }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.keyboard.press('Control+k');
    await page.keyboard.type('Moorings');
    const palette = page.getByRole('dialog');
    await palette.getByPlaceholder('Go to a screen, post, page or event').waitFor();
    await palette.getByText('Moorings by Tiago').waitFor();
    await palette.getByText('Searching…').waitFor({ state: 'detached' });
    expect(await palette.getByText('Moorings by another').count()).toBe(0);
    expect(requests.filter((path) => /\/(tags|members)\//.test(path))).toEqual([]);
    await browser.close();
  });
});

describe('the menu on a phone', () => {
  it('closes by a tap on the current screen, and cannot get the focus then', async () => {
    const browser = await launchBrowser();
    const viewport = { width: 390, height: 844 };
    const page = await signIn(await newProfile(browser, { viewport, hasTouch: true, isMobile: true }));
    await page.getByRole('button', { name: 'Open the menu' }).tap();
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calendar', exact: true });
    await link.tap();
    await page.getByRole('button', { name: 'Open the menu' }).waitFor();
    await link.waitFor({ state: 'hidden' });
    await browser.close();
  });
});
