import { decodeHTMLAttribute } from 'entities';
import { createContext, runInContext } from 'node:vm';
import { TestCalendar } from './calendar';

/** As much of a browser as the page's script needs. @param page the HTML of the page */
function openPage(calendar: TestCalendar, { page, script }: { page: string; script: string }, fragment: string) {
  const texts = decodeHTMLAttribute(/data-texts="([^"]*)"/.exec(page)?.[1] ?? '');
  type Element = { textContent: string; hidden: boolean; disabled: boolean; value: string };
  let elements: Record<string, Element> = {};
  let listeners: Record<string, () => void> = {};
  const focused = { id: '' };
  const addEventListener = (type: string, listener: () => void) => (listeners[type] = listener);
  const getElementById = (id: string) =>
    (elements[id] ??= Object.assign(
      { textContent: '', hidden: false, disabled: false, value: '' },
      { dataset: { texts }, addEventListener, focus: () => (focused.id = id) },
    ));
  const fetchPage = async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const response = await calendar.app.inject({ method: 'POST', url, headers, payload: body });
    return { json: async () => response.json() };
  };
  const load = () => {
    elements = {};
    listeners = {};
    runInContext(script, createContext({ ...browser }));
  };
  const location = { hash: fragment, reload: load };
  const browser = { location, addEventListener, document: { getElementById }, fetch: fetchPage };
  load();
  return {
    focused,
    element: getElementById,
    click: () => listeners.click?.(),
    /** Opens another link in the tab. The page is the same, so a browser does not load it. */
    openLink: (other: string) => {
      location.hash = other;
      listeners.hashchange?.();
    },
  };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

describe('GET /sign-in', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await TestCalendar.start({ CALENDAR_URL: 'https://calendar.example', NODE_ENV: 'production' });
  });
  afterAll(() => calendar.stop());

  const get = (url: string, language = 'en') =>
    calendar.app.inject({ method: 'GET', url, headers: { 'accept-language': language } });
  const open = async (fragment: string, language?: string) => {
    const [page, script] = [await get('/sign-in', language), await get('/sign-in/page.js')];
    return openPage(calendar, { page: page.body, script: script.body }, fragment);
  };
  const mailHash = async (name: string): Promise<string> => {
    const email = `${name}@example.org`;
    await calendar.ask('mutation ($input: SignupInput) { signup(input: $input) { path } }', {
      input: { email, username: name, name: 'Reader' },
    });
    return calendar.mailedHash(email);
  };

  it('is what mailed links open, with the hash where no server sees it', async () => {
    const hash = await mailHash('reader');
    const [mail] = await calendar.mailsTo('reader@example.org');
    expect(mail?.values).toMatchObject({ url: `https://calendar.example/sign-in#${hash}` });
    const page = await get('/sign-in');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const [, url = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await get(url)).statusCode).toBe(200);

    const { element, focused, click } = await open(`#${hash}`);
    const [before] = await calendar.source.query('select redeemed_at from calendar.sessions');
    expect(before).toEqual({ redeemed_at: null });
    click();
    await until(() => element('state').textContent !== '');
    expect(element('state').textContent).toBe('Welcome, Reader. You are signed in.');
    expect(element('hash').value).toBe(hash);
    expect(focused.id).toBe('hash');
  });

  it('says so when the link is not valid, and can be tried again', async () => {
    const { element, focused, click } = await open('#unknown');
    click();
    await until(() => element('state').textContent !== '');
    expect(element('state').textContent).toBe('This link is not valid, or no longer valid.');
    expect(element('sign-in').disabled).toBe(false);
    expect(focused.id).toBe('sign-in');
  });

  it('uses another link that is opened in the same tab', async () => {
    const { element, click, openLink } = await open('#expired');
    click();
    await until(() => element('state').textContent !== '');
    openLink(`#${await mailHash('second_reader')}`);
    click();
    await until(() => element('state').textContent !== '');
    expect(element('state').textContent).toBe('Welcome, Reader. You are signed in.');
  });

  it('is in the language of the user', async () => {
    const page = await get('/sign-in', 'de-AT,en;q=0.5');
    expect(page.headers['vary']).toContain('accept-language');
    expect(page.body).toContain('<html lang="de">');
    expect(page.body).toContain('Dieser Link meldet Sie an.');
    expect(page.body).not.toMatch(/Sign in|This link|Your session|needs/);
    const { element, click } = await open(`#${await mailHash('german_reader')}`, 'de');
    click();
    await until(() => element('state').textContent !== '');
    expect(element('state').textContent).toBe('Willkommen, Reader. Sie sind angemeldet.');
    const unknown = await open('#unknown', 'de');
    unknown.click();
    await until(() => unknown.element('state').textContent !== '');
    expect(unknown.element('state').textContent).toBe('Dieser Link ist nicht gültig oder nicht mehr gültig.');
    const { element: elementOfPart } = await open('', 'de');
    expect(elementOfPart('state').textContent).toBe('Diese Seite braucht den vollständigen Link aus der E-Mail.');
  });
});
