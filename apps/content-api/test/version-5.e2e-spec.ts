import { Setting } from '@almanac/entities';
import { addPost, addTag, addUser } from '@almanac/testing';
import { startTestService, type TestService, until } from './service';

const sorted = (value: unknown): string[] => Object.keys(value ?? {}).sort();

describe('the Content API for clients of Ghost 4 to 6', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    const { manager } = service.source;
    const tag = await addTag(manager, { slug: 'news', accentColor: '#15171a', ogTitle: 'Og' });
    const author = await addUser(manager, { slug: 'ada' });
    const meta = { featureImageAlt: 'Alt', featureImageCaption: 'By <a href="/ada/">Ada</a>' };
    await addPost(manager, { slug: 'open', emailSubject: 'Subject', tags: [tag], authors: [author], meta });
    await addPost(manager, { slug: 'gated', visibility: 'paid', authors: [author], html: '<p>Secret</p>' });
    await addPost(manager, { slug: 'about', type: 'page', authors: [author], showTitleAndFeatureImage: false });
  });
  afterAll(() => service.stop());

  it('gives posts with all keys that strict clients demand', async () => {
    const { body } = await service.get('v5/content/posts/slug/open/?include=tags,authors');
    expect(body.posts?.[0]).toMatchObject({
      feature_image_alt: 'Alt',
      feature_image_caption: 'By <a href="https://site.example/ada/">Ada</a>',
      access: true,
      comments: false,
      frontmatter: null,
      email_subject: 'Subject',
      tags: [{ accent_color: '#15171a', og_title: 'Og', canonical_url: null, codeinjection_head: null }],
      primary_tag: { slug: 'news' },
    });
    for (const name of ['mobiledoc', 'lexical', 'status', 'email_only', 'page', 'send_email_when_published'])
      expect(body.posts?.[0]).not.toHaveProperty(name);
  });

  it('says that a reader may not see the whole text', async () => {
    const { body, text } = await service.get('v5/content/posts/slug/gated/?formats=html,plaintext');
    expect(body.posts?.[0]).toMatchObject({ access: false, html: '', plaintext: '', visibility: 'paid' });
    expect(text).not.toContain('Secret');
  });

  it('includes the tiers whose members may read a post', async () => {
    const slugs = async (slug: string): Promise<unknown> =>
      (await service.get(`v5/content/posts/slug/${slug}/?include=tiers`)).body.posts?.[0]?.tiers;
    expect(await slugs('open')).toEqual([expect.objectContaining({ slug: 'free', type: 'free', active: true })]);
    expect(await slugs('gated')).toEqual([]);
    const { body: old } = await service.get('v3/content/posts/slug/open/?include=tiers');
    expect(old.posts?.[0]).not.toHaveProperty('tiers');
  });

  it('has the excerpt and the reading time with fields alone', async () => {
    const { body } = await service.get('v5/content/posts/slug/open/?fields=title,excerpt,reading_time,access');
    expect(sorted(body.posts?.[0])).toEqual(['access', 'excerpt', 'reading_time', 'slug', 'title']);
    const { body: v3 } = await service.get('v3/content/posts/slug/open/?fields=title,excerpt,reading_time,access');
    expect(sorted(v3.posts?.[0])).toEqual(['slug', 'title']);
  });

  it('gives pages without the flag, and with the switch of their title', async () => {
    const { body } = await service.get('v5/content/pages/');
    expect(body.pages?.[0]).toMatchObject({ access: true, comments: false, show_title_and_feature_image: false });
    expect(body.pages?.[0]).not.toHaveProperty('page');
  });

  it('gives settings of Ghost 5, and never null for texts that are strings there', async () => {
    const { body } = await service.get('v5/content/settings/');
    expect(body.settings).toMatchObject({
      title: 'Almanac',
      accent_color: '#15171A',
      members_support_address: 'noreply@site.example',
      members_signup_access: 'all',
      members_invite_only: false,
      comments_enabled: 'off',
      portal_button: false,
      url: 'https://site.example/',
      version: '5.130',
    });
    expect(sorted((await service.get('v3/content/settings/')).body.settings)).not.toContain('accent_color');
  });

  it.each([
    [{ allowSelfSignup: false, paymentProcessors: [{ config: { secret_token: 'sk_secret' } }] }, 'invite'],
    [{ allowSelfSignup: true }, 'all'],
    [{}, 'all'],
  ])('says whether visitors can sign up: with %j, %s', async (value, access) => {
    const { manager } = service.source;
    const key = 'members_subscription_settings';
    await manager.update(Setting, { key }, { value: JSON.stringify(value) });
    const read = () => service.get('v5/content/settings/');
    await until(async () => Object((await read()).body.settings).members_signup_access === access);
    const { body, text } = await read();
    expect(body.settings).toMatchObject({
      allow_self_signup: access === 'all',
      members_invite_only: access === 'invite',
      members_enabled: true,
    });
    expect(text).not.toContain('sk_secret');
    for (const version of ['v2', 'v3', 'canary']) {
      const older = await service.get(`${version}/content/settings/`);
      expect(older.text).not.toMatch(/signup|invite|sk_secret/);
    }
  });

  it('answers the second request from the cache, and 304 to a client that has the response', async () => {
    const path = 'content/posts/?limit=1';
    const headers = { 'accept-version': 'v5.0' };
    const first = await service.get(path, headers);
    expect(first.headers).toMatchObject({ 'content-version': 'v5.130', 'cache-control': 'public, max-age=0' });
    const again = await service.get(path, headers);
    expect([again.text, again.headers.etag]).toEqual([first.text, first.headers.etag]);
    const known = await service.get(path, { ...headers, 'if-none-match': String(first.headers.etag) });
    expect(known.status).toBe(304);
    for (const { headers: sent } of [first, again, known]) expect(sent.vary).toContain('Accept-Version');
    expect((await service.get('v5/content/posts/?limit=1')).headers.vary).not.toContain('Accept-Version');
    expect((await service.get(path, { 'accept-version': 'v3.0' })).text).not.toBe(first.text);
  });
});
