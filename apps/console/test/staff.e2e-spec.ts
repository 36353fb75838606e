import { AdminClient } from '@almanac/client';
import type { Browser, Page } from 'playwright-core';
import { consoleUrl, launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { addStaff, adminByKey } from './support/staff';

jest.setTimeout(240_000);

async function userOf(email: string) {
  const query = { filter: `email:'${email}'`, include: 'roles' };
  const { users } = await adminByKey().get('/users/', { params: { query } });
  return users[0];
}

describe('the staff', () => {
  let browser: Browser;
  let page: Page;
  let errors: string[];
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await signIn(await newProfile(browser));
    errors = recordErrors(page);
  });
  afterAll(() => browser?.close());
  afterEach(() => expect(errors).toEqual([]));

  const open = async (path: string): Promise<void> => {
    await page.goto(consoleUrl(path));
    await page.getByRole('heading', { level: 1 }).waitFor();
  };
  const dialog = (name: string) => page.getByRole('dialog', { name });

  it('are invited; an invitation can be sent again and revoked', async () => {
    await open('staff');
    await page.getByRole('link', { name: 'Mara Lindqvist' }).waitFor();
    await page.getByRole('link', { name: 'Invite a person' }).click();
    const inviting = dialog('Invite a person');
    await inviting.getByLabel('E-mail address').fill('cartographer@harbour.example');
    await inviting.getByRole('radio', { name: 'Editor' }).check();
    expect(await problemsOf(page, 'staff-invite')).toEqual([]);
    // The dialog needs the id of the role only when it sends the invitation, and says so if it cannot be loaded.
    await page.route(/\/roles\//, (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'Busy.' }] } }));
    await inviting.getByRole('button', { name: 'Send the invitation' }).click();
    await inviting.getByRole('alert').getByText('Busy.').waitFor();
    await page.unroute(/\/roles\//);
    await inviting.getByRole('button', { name: 'Send the invitation' }).click();
    const row = page.getByRole('row').filter({ hasText: 'cartographer@harbour.example' });
    await row.getByText('Editor').waitFor();
    expect(await problemsOf(page, 'staff')).toEqual([]);

    const listed = page.waitForResponse((response) => response.url().includes('/invites/?limit=all'));
    await row.getByRole('button', { name: /^Send the invitation/ }).click();
    await page.getByText('The invitation to cartographer@harbour.example is on its way.').last().waitFor();
    // It has another id afterwards.
    await listed;
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await page.getByText('The invitation to cartographer@harbour.example is revoked.').waitFor();
    await row.waitFor({ state: 'detached' });
  });

  it('get another role, are suspended, let in again and deleted', async () => {
    const person = await addStaff('Author', 'Duarte Mel');
    const { slug = '' } = (await userOf(person.email)) ?? {};
    await open(`staff/${slug}`);
    const role = page.getByRole('combobox', { name: 'Role' });
    const change = page.getByRole('button', { name: 'Change the role' });
    const saved: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'PUT') saved.push(request.url());
    });
    await role.focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown']) await page.keyboard.press(key);
    expect([await role.inputValue(), saved]).toEqual(['Editor', []]);
    expect(await problemsOf(page, 'staff-role')).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await change.waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByText('The role of Duarte Mel is changed.').waitFor();
    await change.waitFor({ state: 'detached' });
    await role.and(page.locator(':focus')).waitFor();
    expect(saved).toHaveLength(1);
    expect((await userOf(person.email))?.roles?.[0]?.name).toBe('Editor');
    expect(await problemsOf(page, 'staff-member')).toEqual([]);

    await page.getByRole('button', { name: 'Suspend' }).click();
    await dialog('Suspend Duarte Mel?').getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Duarte Mel is suspended.').waitFor();
    expect((await userOf(person.email))?.status).toBe('inactive');
    await page.getByRole('button', { name: 'End the suspension' }).click();
    await page.getByText('Duarte Mel can sign in again.').waitFor();
    expect((await userOf(person.email))?.status).toBe('active');

    await page.getByLabel('Place').fill('Faro');
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog('Delete Duarte Mel?').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Duarte Mel is deleted.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Staff' }).waitFor();
    expect(await dialog('Leave without saving?').count()).toBe(0);
    expect(await userOf(person.email)).toBeUndefined();
  });

  it('get a new password, which ends their sessions, or a link to choose one', async () => {
    const person = await addStaff('Author', 'Nuno Farol');
    const other = await signIn(await newProfile(browser), person);
    const { id = '', slug = '' } = (await userOf(person.email)) ?? {};
    await open(`staff/${slug}`);
    await page.evaluate(async (path) => {
      const body = JSON.stringify({ users: [{ status: 'locked' }] });
      await fetch(path, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    }, `/ghost/api/canary/admin/users/${id}/`);
    await page.reload();
    await page.getByText('Must choose a new password').waitFor();
    await page.getByRole('button', { name: 'New password' }).click();
    const giving = dialog('A new password for Nuno Farol');
    await giving.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText(`A link for a new password is on its way to ${person.email}.`).waitFor();

    await page.getByRole('button', { name: 'New password' }).click();
    await giving.getByRole('radio', { name: 'Set the password here' }).check();
    await giving.getByRole('textbox', { name: 'New password' }).fill('1234567890');
    await giving.getByRole('button', { name: 'Set the password' }).click();
    await giving.getByRole('alert').waitFor();
    await giving.getByRole('textbox', { name: 'New password' }).fill('seven gulls above the mole');
    expect(await problemsOf(page, 'staff-password')).toEqual([]);
    await giving.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('The password of Nuno Farol is changed.').waitFor();
    // The new password unlocks the user.
    await page.getByText('Must choose a new password').waitFor({ state: 'detached' });
    await other.goto(consoleUrl('posts'));
    await other.getByRole('button', { name: 'Sign in' }).waitFor();
    await other.context().close();
    const again = await signIn(await newProfile(browser), { ...person, password: 'seven gulls above the mole' });
    await again.context().close();
  });

  it('change their own profile and password', async () => {
    const person = await addStaff('Contributor', 'Rita Sal');
    const own = await signIn(await newProfile(browser), person);
    await own.getByRole('button', { name: 'Your account' }).click();
    await own.getByRole('menuitem', { name: 'Profile and password' }).click();
    await own.getByLabel('About').fill('Draws charts.');
    await own.getByLabel('Account on X').fill('@ritasal');
    await own.getByRole('button', { name: 'Search engines' }).click();
    await own.getByLabel('Title in search results').fill('Charts by Rita');
    await own.getByRole('img', { name: 'How a search engine shows it' }).getByText('Charts by Rita').waitFor();
    await own.getByRole('textbox', { name: 'Name', exact: true }).fill('Rita do Sal');
    expect(await problemsOf(own, 'staff-profile')).toEqual([]);
    await own.getByRole('button', { name: 'Save' }).click();
    await own.getByRole('heading', { level: 1, name: 'Rita do Sal' }).waitFor();
    expect(await userOf(person.email)).toMatchObject({
      name: 'Rita do Sal',
      bio: 'Draws charts.',
      twitter: '@ritasal',
      meta_title: 'Charts by Rita',
    });

    await own.getByRole('textbox', { name: 'Current password' }).fill('not this one at all');
    await own.getByRole('textbox', { name: 'New password' }).fill('a rough sea at half past four');
    await own.getByRole('button', { name: 'Change the password' }).click();
    // Notifications are alerts, too, outside the screen.
    await own.getByRole('main').getByRole('alert').waitFor();
    // Passwords are kept as they are typed, with their outer spaces.
    for (const [present, next] of [
      [person.password, ' a rough sea at half past four '],
      [' a rough sea at half past four ', '  two herons on the jetty'],
    ] as const) {
      await own.getByRole('textbox', { name: 'Current password' }).fill(present);
      await own.getByRole('textbox', { name: 'New password' }).fill(next);
      const [response] = await Promise.all([
        own.waitForResponse((sent) => sent.url().includes('/users/password/')),
        own.getByRole('button', { name: 'Change the password' }).click(),
      ]);
      expect(response.status()).toBe(200);
      await own.getByText('The password is changed.').last().waitFor();
    }
    const again = await signIn(await newProfile(browser), { ...person, password: '  two herons on the jetty' });
    await again.context().close();
    await own.reload();
    await own.getByRole('heading', { level: 1, name: 'Rita do Sal' }).waitFor();
    // Contributors neither see the list nor change others.
    await own.goto(consoleUrl('staff'));
    await own.getByRole('heading', { name: 'You cannot do this' }).waitFor();
    await own.goto(consoleUrl('staff/mara'));
    await own.getByRole('heading', { name: 'You cannot do this' }).waitFor();
    await own.context().close();
  });

  it('see why they have no calendar before they have confirmed their e-mail address, and what to do', async () => {
    const person = await addStaff('Author', 'Duarte Vaz');
    const admin = new AdminClient({ url: local().adminApiUrl });
    await admin.signIn(person);
    const email = `new.${person.email}`;
    const id = (await userOf(person.email))?.id ?? '';
    await admin.put('/users/{id}/', { params: { path: { id } }, body: { users: [{ email }] } });
    const own = await signIn(await newProfile(browser), { ...person, email });
    const notice = own.getByRole('alert').filter({ hasText: 'Your e-mail address is not confirmed.' });
    await notice.getByText('Request a new password for this address').waitFor();
    await notice.getByText('You cannot do this').waitFor();
    await own.context().close();
  });

  it('lose nothing that they type while their profile is saved', async () => {
    const own = await signIn(await newProfile(browser), await addStaff('Author', 'Ines Faro'));
    await own.getByRole('button', { name: 'Your account' }).click();
    await own.getByRole('menuitem', { name: 'Profile and password' }).click();
    await own.getByLabel('About').fill('Sails.');
    // The URL of the screen contains the slug.
    await own.getByRole('textbox', { name: 'Address', exact: true }).fill('ines-do-faro');
    let finish: () => void = () => undefined;
    const isTyped = new Promise<void>((resolve) => (finish = resolve));
    await own.route(/\/users\/[\da-f]{24}\//, async (route) => {
      if (route.request().method() === 'PUT') await isTyped;
      await route.continue();
    });
    const saving = own.waitForRequest((request) => request.method() === 'PUT');
    await own.getByRole('button', { name: 'Save' }).click();
    await saving;
    await own.getByLabel('Place').fill('Faro');
    finish();
    await own.getByText('The profile of Ines Faro is saved.').waitFor();
    await own.waitForURL(/\/staff\/ines-do-faro$/);
    expect(await own.getByLabel('About').inputValue()).toBe('Sails.');
    await own.getByRole('link', { name: 'Posts' }).click();
    await own.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    expect(await own.getByLabel('Place').inputValue()).toBe('Faro');
    await own.context().close();
  });

  it('keep a change of their profile that is stored while the form is open', async () => {
    const person = await addStaff('Author', 'Lia Cais');
    const { id = '', slug = '' } = (await userOf(person.email)) ?? {};
    await open(`staff/${slug}`);
    await page.getByLabel('About').fill('Mends nets.');
    await page.evaluate(async (path) => {
      const body = JSON.stringify({ users: [{ location: 'Faro' }] });
      await fetch(path, { method: 'PUT', body, headers: { 'content-type': 'application/json' } });
    }, `/ghost/api/canary/admin/users/${id}/`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The profile of Lia Cais is saved.').waitFor();
    expect(await userOf(person.email)).toMatchObject({ bio: 'Mends nets.', location: 'Faro' });
    expect(await page.getByLabel('Place').inputValue()).toBe('Faro');
  });

  // The transfer itself would end the owner's sessions of the other suites: staff-ownership.e2e-spec.ts tests it on a site of its own.
  it('have one owner, who is asked before they give that up', async () => {
    const person = await addStaff('Administrator', 'Elsa Ponte');
    const { slug = '' } = (await userOf(person.email)) ?? {};
    await open(`staff/${slug}`);
    await page.getByRole('button', { name: 'Make owner' }).click();
    const confirmation = dialog('Make Elsa Ponte the owner?');
    await confirmation.getByText('Only Elsa Ponte can reverse this.').waitFor();
    expect(await problemsOf(page, 'staff-owner')).toEqual([]);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    expect((await userOf(local().owner.email))?.roles?.[0]?.name).toBe('Owner');

    // Only the owner can do it.
    const other = await signIn(await newProfile(browser), person);
    await other.goto(consoleUrl(`staff/${(await userOf(local().owner.email))?.slug ?? ''}`));
    await other.getByRole('heading', { name: 'You cannot do this' }).waitFor();
    await other.context().close();
  });

  it('and other things that do not exist are named as such, with a way back', async () => {
    const id = 'f'.repeat(24);
    const things = [
      ['staff/a-former-author', 'This person', 'Staff'],
      ['tags?open=nothing', 'This tag', 'Tags'],
      [`members?open=${id}`, 'This member', 'Members'],
      ['integrations/mistyped', 'This integration', 'Integrations'],
      [`events/${id}`, 'This event', 'Events'],
      [`posts/${id}`, 'This post', 'Posts'],
    ] as const;
    for (const [path, thing, list] of things) {
      await page.goto(consoleUrl(path));
      await page.getByRole('heading', { name: `${thing} does not exist (any more)` }).waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      if (path === 'staff/a-former-author') expect(await problemsOf(page, 'missing')).toEqual([]);
      await page.getByText('Back to the list').click();
      await page.getByRole('heading', { level: 1, name: list, exact: true }).waitFor();
      await page.getByText('Back to the list').waitFor({ state: 'detached' });
    }
  });
});
