import { AdminClient, CalendarClient } from '@almanac/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import {
  eventually,
  launchBrowser,
  local,
  mailedLink,
  newProfile,
  problemsOf,
  siteUrl,
  untilSiteResponds,
} from './support/browser.ts';
import { publishScheduled } from './support/scheduler.ts';
import { invalidMarkup, jsonLdOf, rssProblems } from './support/markup.ts';

/** Shorter than the lifetime of a cached page, so that only webhooks make changes visible in this time. An idle machine needs a second. */
const FRESH_WITHIN_MS = 30_000;
/** A scheduled time must be at least two minutes ahead, and schedulers may publish two minutes before it. */
const AHEAD_MS = 2 * 60_000 + 3_000;
const SECRET = 'The keeper counts the lamps.';
const ANSWER = 'mutation ($input: RsvpInput!) { respondToRsvp(input: $input) { id } }';
const SCRIPTS = `<!--kg-card-begin: html--><script>alert('script')</script><img src="/none.png" onerror="alert('image')">
<iframe srcdoc="<script>top.alert('frame')</script>"></iframe><object data="data:text/html,<script>top.alert('object')</script>"></object>
<a href="javascript:alert('link')">A lamp</a><!--kg-card-end: html-->`;
const text = async (path: string, init?: RequestInit): Promise<string> => (await fetch(siteUrl(path), init)).text();

describe('the example site', () => {
  let browser: Browser;
  let profile: BrowserContext;
  let page: Page;
  let admin: AdminClient<'v5'>;
  let calendar: CalendarClient;
  let event: { id: string; path: string };

  /** Creates a post. @returns the post with its id and slug */
  async function createPost(
    values: Record<string, unknown>,
  ): Promise<{ id: string; slug: string; updated_at: string }> {
    const body = { posts: [{ title: 'A post', html: '<p>Text.</p>', status: 'published', ...values }] };
    const { posts } = await admin.post('/posts/', { params: { query: { source: 'html' } }, body } as never);
    return (posts as { id: string; slug: string; updated_at: string }[])[0] ?? Promise.reject(new Error('No post.'));
  }

  /** Changes the setting as the owner, because integrations cannot change settings. */
  async function allowSelfSignup(allowSelfSignup: boolean): Promise<void> {
    const owner = new AdminClient({ url: local().adminApiUrl });
    await owner.signIn(local().owner);
    const key = 'members_subscription_settings';
    const { settings } = await owner.get('/settings/');
    const stored = JSON.parse(String(settings.find((setting) => setting.key === key)?.value)) as object;
    await owner.put('/settings/', {
      body: { settings: [{ key, value: JSON.stringify({ ...stored, allowSelfSignup }) }] },
    });
  }

  /** Whether the page of a story, which the site caches apart from the other pages, hides the sign-up forms in its text. */
  const hidesForms = (slug: string) => async (): Promise<boolean> =>
    (await text(`/${slug}/`)).includes('prose without-signup');

  async function previewUrlOf(id: string): Promise<string> {
    const canary = new AdminClient({ url: local().adminApiUrl, key: local().adminKey });
    const { preview_links: links } = await canary.post('/posts/{id}/preview_link/', { params: { path: { id } } });
    return links[0]?.url ?? '';
  }

  /** Creates a weekly event with three places at each occurrence. */
  async function createEvent(): Promise<typeof event> {
    const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
    const created = await calendar.createEvent({
      time: { timeZone: 'UTC', start: inHours(24), end: inHours(26), recurrence: 'RRULE:FREQ=WEEKLY;COUNT=20' },
      info: [{ language: 'en', title: 'Knot evening' }],
      location: { name: 'Rope loft' },
      meta: { tags: [] },
      status: 'confirmed',
    });
    const id = created?.id ?? '';
    await calendar.setRsvp({ eventId: id, capacity: 3, maxPartySize: 2 });
    return { id, path: `/events/${id}/` };
  }

  beforeAll(async () => {
    await untilSiteResponds();
    browser = await launchBrowser();
    profile = await newProfile(browser, { javaScriptEnabled: false });
    page = await profile.newPage();
    admin = new AdminClient({ url: local().adminApiUrl, key: local().adminKey, version: 'v5' });
    calendar = new CalendarClient({ url: local().calendarUrl, hash: local().calendarSession.hash });
    event = await createEvent();
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
  });

  it.each([
    ['home', '/'],
    ['post', '/how-to-read-a-tide-table/'],
    ['page', '/about/'],
    ['tag', '/tag/sea/'],
    ['author', '/author/mara/'],
    ['archive', '/archive/'],
    ['search', '/search/?q=tide'],
    ['events', '/events/'],
    ['month', '/events/month/2026-11/'],
    ['event', '/events/'],
    ['sign-in', '/signin/'],
    ['sign-up', '/signup/'],
    ['missing', '/no-such-page/'],
  ])(
    '%s has no script, fits 360 pixels, and is accessible in both themes',
    async (name, path) => {
      // axe itself runs in the page.
      const scripted = await newProfile(browser, { bypassCSP: true });
      const shown = await scripted.newPage();
      const shownPath = name === 'event' ? event.path : path;
      await shown.goto(siteUrl(shownPath));
      const html = await text(shownPath);
      expect(await invalidMarkup(html)).toEqual([]);
      const described = { home: 'WebSite', post: 'Article', event: 'Event' }[name];
      expect(jsonLdOf(html).map((data) => data['@type'])).toEqual(described ? [described] : []);
      expect(await shown.locator('h1').count()).toBe(1);
      expect(await shown.locator('script:not([type="application/ld+json"])').count()).toBe(0);
      expect(await problemsOf(shown, name)).toEqual([]);
      await scripted.close();
    },
    120_000,
  );

  it('shows lists, a post, its tag and author, and marks the current item of the navigation', async () => {
    await page.goto(siteUrl('/tag/sea/'));
    expect(await page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]').innerText()).toBe('Sea');
    await page.getByRole('link', { name: 'How to read a tide table' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('How to read a tide table');
    await page.getByRole('link', { name: 'Mara Lindqvist' }).click();
    expect(new URL(page.url()).pathname).toBe('/author/mara/');
    await page.getByRole('navigation', { name: 'Secondary' }).getByRole('link', { name: 'Contact' }).click();
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Contact');
  });

  it('finds posts by words of their titles, whatever is typed', async () => {
    await page.goto(siteUrl('/search/'));
    await page.getByRole('searchbox').fill('TIDE');
    await page.getByRole('button', { name: 'Search' }).click();
    expect(await page.getByRole('link', { name: 'How to read a tide table' }).count()).toBe(1);
    for (const typed of [`'`, `\\'`, `x'+visibility:paid`, `<b>`]) {
      const response = await fetch(siteUrl(`/search/?q=${encodeURIComponent(typed)}`));
      expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('No title contains')]);
    }
  });

  it('responds 404 with a page for what does not exist', async () => {
    const paths = [
      '/nothing/',
      '/tag/nothing/',
      '/author/nothing/',
      '/archive/999/',
      '/archive/x/',
      '/events/nothing/',
    ];
    for (const path of [...paths, '/events/month/2026-13/', '/p/x/?token=x', '/..%2Fsettings/']) {
      const response = await fetch(siteUrl(path));
      expect([path, response.status, await response.text()]).toEqual([
        path,
        404,
        expect.stringContaining('no such page'),
      ]);
    }
  });

  it('describes a post for search engines and other sites, whatever its title contains', async () => {
    const title = '</script><script>alert(1)</script> & gulls';
    const { slug } = await createPost({ title, slug: 'unsafe-title', feature_image: 'https://img.example/a.png' });
    const html = await eventually(async () => {
      const found = await text(`/${slug}/`);
      return found.includes('ld+json') ? found : undefined;
    }, 20_000);
    const [, json = '{}'] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Article', headline: title, url: siteUrl(`/${slug}/`) });
    await page.setContent(html);
    expect(await page.locator('script').count()).toBe(1);
    expect(html).toContain(`<link rel="canonical" href="${siteUrl(`/${slug}/`)}"`);
    expect(html).toContain('<meta property="og:image" content="https://img.example/a.png"');
  });

  it('runs no script of an author, also not in a preview', async () => {
    const caption = `<img src="/none.png" onerror="alert('caption')">`;
    const hostile = {
      title: 'A lamp',
      html: SCRIPTS,
      feature_image: siteUrl('/none.png'),
      feature_image_caption: caption,
    };
    const { id, slug } = await createPost(hostile);
    const previewUrl = await previewUrlOf(id);
    await eventually(async () => (await fetch(siteUrl(`/${slug}/`))).ok, FRESH_WITHIN_MS);
    const scriptsOf = async (bypassCSP: boolean): Promise<string[]> => {
      const profile = await newProfile(browser, { bypassCSP });
      const alerts: string[] = [];
      for (const address of [siteUrl(`/${slug}/`), previewUrl]) {
        // A page of its own: an alert of the first page could stop the navigation to the second.
        const visitor = await profile.newPage();
        visitor.on('dialog', (dialog) => {
          alerts.push(dialog.message());
          // Fails if the page is closed first.
          dialog.dismiss().catch(() => undefined);
        });
        await visitor.goto(address);
        await visitor.getByRole('link', { name: 'A lamp' }).click();
        await visitor.close();
      }
      await profile.close();
      return alerts;
    };
    expect(await scriptsOf(true)).toEqual(expect.arrayContaining(['script', 'image', 'frame', 'caption']));
    expect(await scriptsOf(false)).toEqual([]);
  });

  it('has a feed and a sitemap that are well-formed', async () => {
    const scripted = await (await newProfile(browser, { bypassCSP: true })).newPage();
    await scripted.goto(siteUrl());
    const [feed, sitemap] = [await text('/rss.xml'), await text('/sitemap.xml')];
    for (const xml of [feed, sitemap]) {
      const root = await scripted.evaluate(
        `new DOMParser().parseFromString(${JSON.stringify(xml)}, 'application/xml').documentElement.tagName`,
      );
      expect(root).toMatch(/^(rss|urlset)$/);
    }
    expect(await scripted.evaluate(rssProblems(feed))).toBe('');
    expect(feed).toContain('<title><![CDATA[How to read a tide table]]></title>');
    expect(sitemap).toContain(`<loc>${siteUrl('/author/mara/')}</loc>`);
    expect(await text('/sitemap.xml?part=1')).toBe(sitemap);
    for (const part of ['0', '2', 'x', '']) {
      expect([part, (await fetch(siteUrl(`/sitemap.xml?part=${part}`))).status]).toEqual([part, 404]);
    }
    await scripted.context().close();
  });

  const listed = (title: string) => async (): Promise<boolean> => (await text('/')).includes(title);
  /** Waits until the home page shows a title, and prints how long that takes. */
  async function untilListed(title: string, what: string): Promise<void> {
    const startedAt = performance.now();
    await eventually(listed(title), FRESH_WITHIN_MS);
    process.stdout.write(`  ${what}: on the home page ${Math.round(performance.now() - startedAt)} ms later\n`);
  }

  it('shows a published post and its change when the webhook arrives', async () => {
    expect(await listed('Fresh bread')()).toBe(false);
    const response = await fetch(siteUrl());
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(siteUrl(), { headers: { 'if-none-match': etag } })).status).toBe(304);
    const { id, updated_at } = await createPost({ title: 'Fresh bread', slug: 'fresh-bread' });
    await untilListed('Fresh bread', 'published');
    const body = { posts: [{ title: 'Fresher bread', updated_at }] };
    await admin.put('/posts/{id}/', { params: { path: { id } }, body } as never);
    await untilListed('Fresher bread', 'changed');
  });

  it('shows a scheduled post once it is published', async () => {
    const title = 'Evening bread';
    // The server refuses the post if the request takes longer than the margin of three seconds.
    const schedule = () =>
      createPost({ title, status: 'scheduled', published_at: new Date(Date.now() + AHEAD_MS).toISOString() });
    const { id, slug } = await eventually(() => schedule().catch(() => undefined), FRESH_WITHIN_MS);
    expect((await fetch(siteUrl(`/${slug}/`))).status).toBe(404);
    expect(await listed(title)()).toBe(false);
    await eventually(() => publishScheduled(id), FRESH_WITHIN_MS);
    await untilListed(title, 'published by the scheduler');
    expect((await fetch(siteUrl(`/${slug}/`))).status).toBe(200);
  });

  it('drops pages for signed webhooks only', async () => {
    const response = await fetch(siteUrl('/webhooks/almanac/'), { method: 'POST', body: '{}' });
    expect(response.status).toBe(401);
    const large = await fetch(siteUrl('/webhooks/almanac/'), { method: 'POST', body: 'x'.repeat(300_000) });
    expect(large.status).toBe(413);
  });

  it('shows members-only posts to members only, who sign up and out without JavaScript', async () => {
    const { slug } = await createPost({
      title: 'The lamp room',
      html: `<p>Up the stairs.</p><!--members-only--><p>${SECRET}</p>`,
      visibility: 'members',
    });
    const path = `/${slug}/`;
    const whole = await createPost({
      title: 'The lamp oil',
      html: `<p>${SECRET}</p>`,
      visibility: 'paid',
      tags: ['Lamps'],
    });
    const wholePath = `/${whole.slug}/`;
    for (const added of [path, wholePath])
      await eventually(async () => (await fetch(siteUrl(added))).ok, FRESH_WITHIN_MS);
    expect(await text(path)).toContain('Up the stairs.');
    expect(await text(path)).toContain('This story is for members');

    const address = `reader-${Date.now()}@readers.example`;
    const reader = await (await newProfile(browser, { javaScriptEnabled: false })).newPage();
    await reader.goto(siteUrl(path));
    await reader.getByRole('link', { name: 'Become a member' }).click();
    await reader.getByLabel('E-mail address').fill(address);
    await reader.getByRole('button', { name: 'Send me a link' }).click();
    expect(await reader.getByRole('status').innerText()).toContain('Look into your mailbox');
    const link = await mailedLink(address);
    await reader.goto(link);
    await reader.getByRole('button', { name: 'Sign up' }).click();
    expect(await reader.getByRole('status').innerText()).toContain('Welcome');
    const opened = await reader.goto(siteUrl(path));
    expect(await reader.getByText(SECRET).count()).toBe(1);
    expect(await opened?.headerValue('cache-control')).toBe('private, no-store');
    // Other visitors get no part of the member's response, and the page contains no token.
    const lists = ['/', '/rss.xml', '/sitemap.xml', '/archive/', '/tag/lamps/', '/author/mara/', '/search/?q=lamp'];
    for (const list of ['/tag/lamps/', '/search/?q=lamp']) expect(await text(list)).toContain('The lamp oil');
    for (const public_ of [path, wholePath, ...lists]) expect(await text(public_)).not.toContain(SECRET);
    expect(await reader.content()).not.toMatch(/eyJ[\w-]+\./);

    await reader.getByRole('link', { name: 'Account' }).click();
    expect(await reader.getByText(address).count()).toBe(1);
    await reader.getByLabel('Send me new stories by mail').uncheck();
    await reader.getByRole('button', { name: 'Save' }).click();
    expect(await reader.getByRole('status').innerText()).toContain('no stories come by mail');
    await reader.goto(siteUrl('/account/'));
    expect(await reader.getByLabel('Send me new stories by mail').isChecked()).toBe(false);
    const storageState = await reader.context().storageState();
    const scripted = await newProfile(browser, { bypassCSP: true, storageState });
    const account = await scripted.newPage();
    await account.goto(siteUrl('/account/'));
    expect(await problemsOf(account, 'account')).toEqual([]);
    await scripted.close();
    await reader.getByRole('button', { name: 'Sign out' }).click();
    await reader.goto(siteUrl(path));
    expect(await reader.getByText(SECRET).count()).toBe(0);
    await reader.goto(link);
    expect(await reader.getByRole('status').innerText()).toContain('was used, or has expired');
    await reader.context().close();
  }, 90_000);

  it('shows no sign-up form while visitors cannot sign up', async () => {
    const values = { title: 'The fog horn', visibility: 'members', html: '<p>Loud.</p>' };
    const card = '<div class="kg-card kg-signup-card"><form><button>Subscribe</button></form></div>';
    const { slug } = await createPost(values);
    const open = await createPost({
      title: 'The lantern',
      html: `<!--kg-card-begin: html-->${card}<!--kg-card-end: html-->`,
    });
    await eventually(async () => (await fetch(siteUrl(`/${slug}/`))).ok, FRESH_WITHIN_MS);
    expect(await text('/signup/')).toContain('<form');
    await allowSelfSignup(false);
    try {
      await eventually(async () => !(await text('/signup/')).includes('<form'), FRESH_WITHIN_MS);
      await page.goto(siteUrl('/signup/'));
      expect(await page.getByText('Only the editors add new members').count()).toBe(1);
      expect(await invalidMarkup(await text('/signup/'))).toEqual([]);
      await page.getByRole('link', { name: 'Sign in' }).last().click();
      expect(await page.getByRole('link', { name: 'Become one' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Send me a link' }).count()).toBe(1);
      await page.goto(siteUrl(`/${slug}/`));
      expect(await page.getByText('This story is for members').count()).toBe(1);
      expect(await page.getByRole('link', { name: 'Become a member' }).count()).toBe(0);
      await eventually(hidesForms(open.slug), FRESH_WITHIN_MS);
      await page.goto(siteUrl(`/${open.slug}/`));
      expect(await page.getByRole('button', { name: 'Subscribe' }).count()).toBe(0);
      const headers = { origin: siteUrl('').replace(/\/$/, '') };
      const body = new URLSearchParams({ email: `late-${Date.now()}@readers.example` });
      const sent = await text('/signup/', { method: 'POST', headers, body });
      expect(sent).toContain('Only the editors add new members');
    } finally {
      await allowSelfSignup(true);
    }
    await eventually(async () => (await text('/signup/')).includes('<form'), FRESH_WITHIN_MS);
    await eventually(async () => !(await hidesForms(open.slug)()), FRESH_WITHIN_MS);
    await page.goto(siteUrl(`/${open.slug}/`));
    expect(await page.getByRole('button', { name: 'Subscribe' }).count()).toBe(1);
  }, 150_000);

  it('refuses the forms of other sites', async () => {
    for (const path of ['/signin/', '/signup/', '/signout/', '/account/']) {
      for (const headers of [{ origin: 'https://evil.example' }, { origin: 'null' }, {}] as Record<string, string>[]) {
        const body = new URLSearchParams({ email: 'a@readers.example' });
        expect((await fetch(siteUrl(path), { method: 'POST', headers, body })).status).toBe(403);
      }
    }
  });

  it('says what is wrong with an address', async () => {
    const headers = { origin: siteUrl('').replace(/\/$/, '') };
    const body = new URLSearchParams({ email: 'no address' });
    const html = await text('/signin/', { method: 'POST', headers, body });
    expect(html).toContain('That does not look like an e-mail address.');
  });

  it('shows events in the zone that the reader chooses', async () => {
    await page.goto(siteUrl('/events/month/2026-11/'));
    await page.getByLabel('Times in').selectOption('Asia/Tokyo');
    await page.getByRole('button', { name: 'Show' }).click();
    expect(new URL(page.url()).searchParams.get('zone')).toBe('Asia/Tokyo');
    // The fish market of 06:30 in Lisbon.
    const third = page.locator('.month > li', { has: page.locator('time[datetime="2026-11-03"]') });
    expect(await third.innerText()).toMatch(/15:30\s+Fish market/);
    await third.getByRole('link', { name: 'Fish market' }).click();
    expect(await page.getByText('06:30–09:00').count()).toBeGreaterThan(1);
    const address = await page.getByRole('link', { name: 'Add to your calendar' }).getAttribute('href');
    expect(await text(address ?? '')).toMatch(/^BEGIN:VCALENDAR/);
    const [, json = '{}'] = /ld\+json">(.*?)<\/script>/s.exec(await page.content()) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Event', name: 'Fish market', startDate: expect.any(String) });
  });

  it('shows how many places an event has left, and leads to the page on which readers answer', async () => {
    const dates = page.locator('.dates li');
    const shows = (words: string) => async (): Promise<boolean> => {
      await page.goto(siteUrl(event.path));
      return (await dates.first().innerText()).includes(words);
    };
    expect(await shows('3 places left')()).toBe(true);
    const occurrenceId = (await calendar.eventDetails(event.id))?.nextOccurrences[0]?.occurrence.id;
    await calendar.request(ANSWER, { input: { occurrenceId, answer: 'YES', partySize: 2 } });
    await eventually(shows('1 place left'), FRESH_WITHIN_MS);
    expect(await dates.nth(1).innerText()).toContain('3 places left');
    await page.getByRole('link', { name: 'Answer' }).first().click();
    expect(await page.getByText('One place is left.').count()).toBe(1);
    await calendar.setRsvp({ eventId: event.id, isOpen: false });
    await eventually(shows('answers are closed'), FRESH_WITHIN_MS);
    expect(await page.getByRole('link', { name: 'Answer' }).count()).toBe(0);
  });

  it('shows a draft by its preview link, as the reader who is chosen, and stores nothing', async () => {
    const html = `<p>Soon.</p><!--members-only--><p>${SECRET}</p>`;
    const { id } = await createPost({ title: 'Not yet', status: 'draft', visibility: 'members', html });
    const url = await previewUrlOf(id);
    const response = await fetch(url);
    expect(['cache-control', 'referrer-policy'].map((name) => response.headers.get(name))).toEqual([
      'private, no-store',
      'no-referrer',
    ]);
    await page.goto(url);
    expect(await page.getByText('Soon.').count()).toBe(1);
    expect(await page.getByText(SECRET).count()).toBe(0);
    await page.getByRole('link', { name: 'a member', exact: true }).click();
    expect(await page.getByText(SECRET).count()).toBe(1);
    expect(await page.content()).toContain('noindex');
  });
});
