import type { Browser } from 'playwright-core';
import { consoleUrl, launchBrowser, local, newProfile, problemsOf, recordErrors, signIn } from './support/browser';

/** Adds a webhook for `tag.added` to a closed port, and a tag, so that a delivery of the webhook fails. */
async function addFailingWebhook(cookie: string): Promise<void> {
  const { adminApiUrl } = local();
  const headers = { 'content-type': 'application/json', origin: adminApiUrl, cookie };
  const post = async (path: string, body: object): Promise<Record<string, { id: string }[]>> => {
    const response = await fetch(`${adminApiUrl}/ghost/api/canary/admin/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as Record<string, { id: string }[]>;
  };
  const { integrations } = await post('integrations/', { integrations: [{ name: 'Nothing listens' }] });
  const webhook = { event: 'tag.added', target_url: 'http://127.0.0.1:9/hook', integration_id: integrations?.[0]?.id };
  await post('webhooks/', { webhooks: [{ ...webhook, name: 'Closed port' }] });
  await post('tags/', { tags: [{ name: 'Health check' }] });
}

describe('health in the Console', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('shows that nothing waits, and the webhook that fails with its reason', async () => {
    const profile = await newProfile(browser);
    const page = await signIn(profile);
    const errors = recordErrors(page);
    const cookies = await profile.cookies();
    await addFailingWebhook(cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
    await page.goto(consoleUrl('health'));
    await page.getByText('Due and not published').waitFor();
    expect(await page.getByText('Nothing waits').count()).toBeGreaterThan(0);
    await page.getByRole('link', { name: 'Closed port' }).waitFor();
    await page.getByText(/Fails since .*ECONNREFUSED/).waitFor();
    expect(await problemsOf(page, 'health')).toEqual([]);
    await page.getByRole('link', { name: 'Closed port' }).click();
    await page.getByRole('heading', { level: 1, name: 'Closed port' }).waitFor();
    expect(errors).toEqual([]);
  });
});
