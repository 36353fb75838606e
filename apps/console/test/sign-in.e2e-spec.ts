import { AdminClient } from '@almanac/client';
import type { Browser } from 'playwright-core';
import { consoleUrl, launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';
import { adminByKey } from './support/staff';

describe('signing in to the Console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('shows the form, the error of the server, and then the screen that was asked for', async () => {
    const page = await (await newProfile(browser)).newPage();
    const errors = recordErrors(page);
    await page.goto(consoleUrl('posts'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await problemsOf(page, 'sign-in')).toEqual([]);

    await page.getByLabel('E-mail address').fill(local().owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    expect(await page.getByRole('alert').innerText()).toContain('password');

    await page.getByRole('textbox', { name: 'Password' }).fill(local().owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
  });

  it.each(['https://attacker.example/', '//attacker.example/', '/\\\\attacker.example/', 'javascript:alert(1)'])(
    'opens the Console, not %s, after the sign-in',
    async (next) => {
      const page = await (await newProfile(browser)).newPage();
      await page.goto(consoleUrl(`signin?next=${encodeURIComponent(next)}`));
      await page.getByLabel('E-mail address').fill(local().owner.email);
      await page.getByRole('textbox', { name: 'Password' }).fill(local().owner.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('navigation', { name: 'Main' }).waitFor();
      await page.waitForURL(consoleUrl());
      await page.context().close();
    },
  );

  it('speaks German to a German browser and keeps another choice', async () => {
    const profile = await newProfile(browser, { locale: 'de-AT' });
    const page = await profile.newPage();
    await page.goto(consoleUrl('signin'));
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    await profile.close();
  });

  it('changes its colours at once, also for people who want less motion', async () => {
    const page = await (await newProfile(browser, { reducedMotion: 'reduce' })).newPage();
    await page.goto(consoleUrl('signin'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const [light, dark] = await page.evaluate<string[]>(`(() => {
      const colour = () => getComputedStyle(document.querySelector('h1')).color;
      const before = colour();
      document.documentElement.dataset.mantineColorScheme = 'dark';
      return [before, colour()];
    })()`);
    expect(dark).not.toBe(light);
    await page.context().close();
  });

  it('ends the session', async () => {
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    await page.getByRole('button', { name: 'Your account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.goto(consoleUrl('posts'));
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await profile.close();
  });

  it('is asked for when the session ended before a post was opened, and then shows the post', async () => {
    const title = 'Read after the end of a session';
    await adminByKey().post('/posts/', { body: { posts: [{ title }] } });
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    await page.getByRole('link', { name: 'Posts' }).click();
    const link = page.getByRole('link', { name: title });
    await link.waitFor();
    await profile.clearCookies();
    await link.click();
    await page.getByLabel('E-mail address').fill(local().owner.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(local().owner.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'attached' });
    await profile.close();
  });

  it('is asked for when a screen cannot read its data because the session has ended, and then shows the screen', async () => {
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    await profile.clearCookies();
    await page.getByRole('link', { name: 'Tags' }).click();
    const ended = page.getByRole('dialog', { name: 'Your session has ended' });
    await ended.waitFor();
    expect(await problemsOf(page, 'session-ended')).toEqual([]);
    await ended.getByRole('textbox', { name: 'Password' }).fill(local().owner.password);
    await ended.getByRole('button', { name: 'Sign in' }).click();
    await ended.waitFor({ state: 'detached' });
    await page.getByRole('table').waitFor();
    expect(await page.getByRole('main').getByRole('alert').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/console/tags');
    await profile.close();
  });

  it('keeps what was typed when the session ends, for the same user only', async () => {
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    await page.goto(consoleUrl('tags'));
    await page.getByRole('link', { name: 'New tag' }).click();
    const drawer = page.getByRole('dialog', { name: 'New tag' });
    const name = drawer.getByRole('textbox', { name: 'Name' });
    const saveSignedOut = async (): Promise<void> => {
      await profile.clearCookies();
      await drawer.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
    };
    const signInAgain = async (): Promise<void> => {
      const ended = page.getByRole('dialog', { name: 'Your session has ended' });
      await ended.getByRole('textbox', { name: 'Password' }).fill(local().owner.password);
      await ended.getByRole('button', { name: 'Sign in' }).click();
      await ended.waitFor({ state: 'detached' });
    };
    await name.fill('Half a name');
    await saveSignedOut();
    await signInAgain();
    expect(await name.inputValue()).toBe('Half a name');
    await drawer.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The tag “Half a name” is saved.').waitFor();

    await page.getByRole('link', { name: 'New tag' }).click();
    await name.fill('Not for others');
    await saveSignedOut();
    // The next sign-in returns another user.
    await page.route(/\/users\/me\//, async (route) => {
      const response = await route.fetch();
      const { users } = (await response.json()) as { users?: object[] };
      const others = users?.map((user) => ({ ...user, id: 'f'.repeat(24) }));
      await route.fulfill({ response, json: { users: others } });
    });
    await signInAgain();
    expect(await name.inputValue()).toBe('');
    await profile.close();
  });

  it('answers the same for addresses with and without an account', async () => {
    const page = await (await newProfile(browser)).newPage();
    await page.goto(consoleUrl('forgot'));
    await page.getByLabel('E-mail address').fill('stranger@example.com');
    await page.getByRole('button', { name: 'Send the link' }).click();
    expect(await page.getByRole('status').innerText()).toContain('If stranger@example.com has an active account');
    expect(await problemsOf(page, 'forgotten-password')).toEqual([]);
    await page.context().close();
  });

  it('follows mailed links: a person accepts an invitation, then forgets the password', async () => {
    const email = `nora${Date.now()}@example.com`;
    const admin = new AdminClient({ url: local().adminApiUrl, version: 'canary' });
    await admin.signIn(local().owner);
    const { roles } = await admin.get('/roles/');
    const author = roles.find(({ name }) => name === 'Author');
    await admin.post('/invites/', { body: { invites: [{ email, role_id: author?.id ?? '' }] } });
    const profile = await newProfile(browser);

    const page = await profile.newPage();
    const requested: string[] = [];
    page.on('request', (request) => requested.push(`${request.url()} ${request.headers()['referer'] ?? ''}`));
    const invitation = await linkMailedTo(email, 'signup');
    await page.goto(invitation);
    await page.getByLabel('Your name').fill('Nora');
    await page.getByLabel('New password').fill('a first tide at noon');
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();

    await page.goto(consoleUrl('forgot'));
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    const reset = await linkMailedTo(email, 'reset');
    await page.goto(reset);
    await page.getByLabel('New password').fill('a second tide by night');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const tokens = [invitation, reset].map((link) => new URL(link).hash.slice(1));
    expect(requested.filter((request) => tokens.some((token) => request.includes(token)))).toEqual([]);
    await profile.close();

    const other = await newProfile(browser);
    await signIn(other, { email, password: 'a second tide by night' });
    await other.close();
  });
});

/** The link to a screen of the Console in a mail to the address, once the mail has arrived. */
async function linkMailedTo(address: string, screen: 'signup' | 'reset'): Promise<string> {
  const link = new RegExp(`${consoleUrl(screen)}#\\S+`);
  for (let attempt = 0; attempt < 100; attempt++) {
    const response = await fetch(`${local().mailboxUrl}/api/messages?to=${address}`);
    const mails = (await response.json()) as { text: string }[];
    const [found] = mails.flatMap(({ text }) => link.exec(text) ?? []);
    if (found) return found;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`No mail to ${address} has a link to ${screen}.`);
}
