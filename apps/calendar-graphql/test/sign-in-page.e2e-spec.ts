import { createContext, runInContext } from 'node:vm';
import { TestCalendar } from './calendar';

/** As much of a browser as the page's script needs. */
function openPage(calendar: TestCalendar, fragment: string) {
  let click: () => void = () => undefined;
  const focused = { id: '' };
  const elements: Record<string, { textContent: string; hidden: boolean; disabled: boolean; value: string }> = {};
  const getElementById = (id: string) =>
    (elements[id] ??= Object.assign(
      { textContent: '', hidden: false, disabled: false, value: '' },
      {
        addEventListener: (_type: string, listener: () => void) => (click = listener),
        focus: () => (focused.id = id),
      },
    ));
  const fetchPage = async (url: string, { body, headers }: { body: string; headers: Record<string, string> }) => {
    const response = await calendar.app.inject({ method: 'POST', url, headers, payload: body });
    return { json: async () => response.json() };
  };
  const browser = { location: { hash: fragment }, document: { getElementById }, fetch: fetchPage, decodeURIComponent };
  return { elements, focused, browser: createContext(browser), click: () => click() };
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

  const get = (url: string) => calendar.app.inject({ method: 'GET', url });

  it('is what mailed links open, with the hash where no server sees it', async () => {
    const email = 'reader@example.org';
    await calendar.ask('mutation ($input: SignupInput) { signup(input: $input) { path } }', {
      input: { email, username: 'reader', name: 'Reader' },
    });
    const [mail] = await calendar.mailsTo(email);
    const hash = await calendar.mailedHash(email);
    expect(mail?.values).toMatchObject({ url: `https://calendar.example/sign-in#${hash}` });
    const page = await get('/sign-in');
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' });
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    for (const [, url = ''] of page.body.matchAll(/(?:src|href)="([^"]+)"/g))
      expect((await get(url)).statusCode).toBe(200);

    const { body: script } = await get('/sign-in/page.js');
    const { elements, focused, browser, click } = openPage(calendar, `#${hash}`);
    runInContext(script, browser);
    const [before] = await calendar.source.query('select redeemed_at from calendar.sessions');
    expect(before).toEqual({ redeemed_at: null });
    click();
    await until(() => elements.session?.hidden === false || elements.state?.textContent !== '');
    expect(elements.state?.textContent).toBe('Welcome, Reader. You are signed in.');
    expect(elements.hash?.value).toBe(hash);
    expect(focused.id).toBe('hash');
  });

  it('says so when the link is not valid, and can be tried again', async () => {
    const { body: script } = await get('/sign-in/page.js');
    const { elements, focused, browser, click } = openPage(calendar, '#unknown');
    runInContext(script, browser);
    click();
    await until(() => elements.state?.textContent !== '');
    expect(elements.state?.textContent).toBe('This link is not valid, or no longer valid.');
    expect(elements['sign-in']?.disabled).toBe(false);
    expect(focused.id).toBe('sign-in');
  });
});
