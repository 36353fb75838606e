import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, newProfile, problemsOf, recordErrors, signIn } from './support/browser';

/** An endpoint that records what it receives. */
class Receiver {
  readonly bodies: string[] = [];
  status = 200;
  private constructor(private readonly server: Server) {}

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        receiver.bodies.push(Buffer.concat(chunks).toString());
        response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{"received":true}');
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  stop(): Promise<void> {
    return new Promise((done) => this.server.close(() => done()));
  }
}

function textOfReplay(count: number): string {
  if (count === 0) return 'This webhook has no events in that time.';
  return count === 1 ? '1 event is on its way.' : `${count} events are on their way.`;
}

describe('integrations in the Console', () => {
  let browser: Browser;
  let profile: BrowserContext;
  let page: Page;
  let receiver: Receiver;
  let errors: string[];
  beforeAll(async () => {
    [browser, receiver] = await Promise.all([launchBrowser(), Receiver.start()]);
    // The zone of the browser is not that of the site.
    profile = await newProfile(browser, { timezoneId: 'Pacific/Auckland' });
    page = await signIn(profile);
    errors = recordErrors(page);
  });
  afterAll(async () => {
    await browser?.close();
    await receiver?.stop();
  });

  it('adds an integration and shows its keys, replaced after a confirmation', async () => {
    await page.getByRole('link', { name: 'Integrations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
    await page.getByRole('button', { name: 'Add an integration' }).first().click();
    await page.getByLabel('Name').fill('Search index');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Search index' }).waitFor();

    const adminKey = page.getByText(/^[0-9a-f]{24}:[0-9a-f]{64}$/);
    const before = await adminKey.innerText();
    await page.getByRole('button', { name: 'Replace: Admin API key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();
    await page.getByText('Admin API key: there is a new key.').waitFor();
    expect(await adminKey.innerText()).not.toBe(before);
    expect(await problemsOf(page, 'integration')).toEqual([]);
  });

  it('saves only the values of an integration that the user has changed', async () => {
    const save = async (): Promise<unknown> => {
      const [request] = await Promise.all([
        page.waitForRequest((sent) => sent.method() === 'PUT' && /\/integrations\/\w+\/$/.test(sent.url())),
        page.getByRole('button', { name: 'Save' }).click(),
      ]);
      await page.getByText('Saved', { exact: true }).last().waitFor();
      return request.postDataJSON();
    };
    await page.getByLabel('Description').fill('Finds posts.');
    expect(await save()).toEqual({ integrations: [{ description: 'Finds posts.' }] });
    await page.getByLabel('Description').fill('Finds posts and pages.');
    expect(await save()).toEqual({ integrations: [{ description: 'Finds posts and pages.' }] });
  });

  it('asks before it leaves an integration with unsaved changes', async () => {
    await page.getByLabel('Description').fill('Finds');
    await page.getByRole('link', { name: 'All integrations' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Description').inputValue()).toBe('Finds');
    await page.getByLabel('Description').fill('Finds posts and pages.');
  });

  it('explains an address that the server refuses', async () => {
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Address to call').fill('http://10.1.2.3/hook');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByRole('dialog').getByRole('alert').waitFor();
    expect(await problemsOf(page, 'webhook-form')).toEqual([]);
  });

  it('adds a webhook, tests it, and shows request and response', async () => {
    // An event that no other suite causes: the suites share one installation.
    await page.getByRole('dialog').getByLabel('When').fill('Page rescheduled');
    await page.getByRole('option', { name: 'Page rescheduled' }).click();
    await page.getByLabel('Address to call').fill(receiver.url);
    await page.getByRole('textbox', { name: 'Secret' }).fill('a secret of the receiver');
    await page.getByRole('button', { name: 'Save' }).last().click();
    await page.getByRole('link', { name: 'Page rescheduled' }).click();
    await page.getByRole('heading', { level: 1, name: 'Page rescheduled' }).waitFor();
    await page.getByText('No deliveries').waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();

    const delivery = page.getByRole('button', { name: /Delivered/ });
    await delivery.waitFor();
    await delivery.click();
    const request = page.getByRole('region', { name: 'Request' });
    expect(await request.innerText()).toContain('"page"');
    expect(await page.getByRole('region', { name: 'Response' }).innerText()).toContain('"received": true');
    expect(receiver.bodies).toHaveLength(1);
    expect(await problemsOf(page, 'webhook')).toEqual([]);
  });

  it('sends a delivery again', async () => {
    await page.getByRole('button', { name: 'Send again' }).first().click();
    await page.getByText(/2 attempts/).waitFor();
    expect(receiver.bodies).toHaveLength(2);
    expect(receiver.bodies[1]).toBe(receiver.bodies[0]);
  });

  it('sends a time range of the list again, in the time zone of the site', async () => {
    const delivery = page.getByRole('button', { name: /Delivered/ }).first();
    const shown = await delivery.getByRole('time').innerText();
    const [, date, time] = /(\d+ \w+ \d{4}), (\d\d:\d\d)/.exec(shown) ?? [];
    const at = Date.parse(`${date} ${time} UTC`);
    const localTime = (minutes: number): string => new Date(at + minutes * 60_000).toISOString().slice(0, 16);
    await page.getByLabel(/^From/).fill(localTime(-1));
    await page.getByLabel(/^To\b/).fill(localTime(2));
    const [request] = await Promise.all([
      page.waitForRequest((sent) => /\/webhooks\/\w+\/replay\/$/.test(sent.url())),
      page.getByRole('button', { name: 'Send again' }).last().click(),
    ]);
    expect(request.postDataJSON()).toEqual({ replay: [{ from: `${localTime(-1)}:00Z`, to: `${localTime(2)}:00Z` }] });
    await page.getByText('Time of the site: Etc/UTC').waitFor();
    const { meta } = (await (await request.response())?.json()) as { meta: { stats: { replayed: number } } };
    await page.getByText(textOfReplay(meta.stats.replayed)).waitFor();
    // The site is younger than this range.
    await page.getByLabel(/^From/).fill(localTime(-3 * 24 * 60));
    await page.getByLabel(/^To\b/).fill(localTime(-2 * 24 * 60));
    await page.getByRole('button', { name: 'Send again' }).last().click();
    await page.getByText(textOfReplay(0)).last().waitFor();
  });

  it('shows that the server has switched a webhook off, and enables it when its form is saved', async () => {
    receiver.status = 410;
    await page.getByRole('button', { name: 'Send a test' }).click();
    const badge = page.getByText('Switched off after failures', { exact: true });
    await badge.waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('dialog').getByText('Saving switches it on again.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit', exact: true }).and(page.locator(':focus')).waitFor();
    await badge.waitFor({ state: 'detached' });
    receiver.status = 200;
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('Healthy', { exact: true }).waitFor();
  });

  it('deletes an integration with its webhooks after naming them', async () => {
    await page.getByRole('link', { name: 'Search index' }).click();
    // So the history contains the integration twice.
    await page.getByRole('link', { name: 'Integrations' }).first().click();
    await page.getByRole('link', { name: 'Search index' }).click();
    await page.getByRole('button', { name: 'Delete the integration' }).click();
    await page.getByText('its webhook is deleted').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the integration' }).click();
    await page.getByRole('heading', { level: 1, name: 'Integrations' }).waitFor();
    await page.getByRole('link', { name: 'Search index' }).waitFor({ state: 'detached' });
    expect(await problemsOf(page, 'integrations')).toEqual([]);
    expect(errors).toEqual([]);
    await page.goBack();
    await page.goBack();
    await page.getByText('This integration does not exist (any more)').waitFor();
    expect(await page.getByRole('button', { name: 'Delete the integration' }).count()).toBe(0);
  });
});
