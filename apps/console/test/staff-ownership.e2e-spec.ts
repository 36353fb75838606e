import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, local, newProfile, recordErrors, signIn } from './support/browser';
import { OwnAdminApi } from './support/own-admin-api';
import { adminByKey } from './support/staff';

jest.setTimeout(240_000);

// The transfer ends the sessions of the owner, so this suite has a site of its own.
describe('the ownership of a site', () => {
  let adminApi: OwnAdminApi;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    adminApi = await OwnAdminApi.startForNewSite();
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser));
  });
  afterAll(async () => {
    await browser?.close();
    await adminApi?.kill();
  });

  async function roleOf(slug: string): Promise<string | undefined> {
    const { users } = await adminByKey().get('/users/slug/{slug}/', {
      params: { path: { slug }, query: { include: 'roles' } },
    });
    return users[0]?.roles?.[0]?.name;
  }

  it('passes to an administrator, who alone can give it back', async () => {
    await page.goto(consoleUrl('staff/mara'));
    // Not earlier: the first page after the sign-in also asks the calendar, which rejects the origin of this new site.
    const errors = recordErrors(page);
    await page.getByRole('combobox', { name: 'Role' }).selectOption('Administrator');
    await page.getByRole('button', { name: 'Change the role' }).click();
    await page.getByText('The role of Mara Lindqvist is changed.').waitFor();
    await page.getByRole('button', { name: 'Make owner' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make Mara Lindqvist the owner?' });
    await dialog.getByRole('button', { name: 'Make owner' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await roleOf('mara')).toBe('Owner');
    expect(errors).toEqual([]);

    // Their session may have ended with their role.
    const former = await signIn(await newProfile(browser), local().owner);
    await former.goto(consoleUrl('staff'));
    await former.getByRole('row').filter({ hasText: 'Mara Lindqvist' }).getByText('Owner').waitFor();
    await former.getByRole('row').filter({ hasText: 'owner@harbour.example' }).getByText('Administrator').waitFor();
    await former.goto(consoleUrl('staff/mara'));
    await former.getByRole('heading', { name: 'You cannot do this' }).waitFor();
  });
});
