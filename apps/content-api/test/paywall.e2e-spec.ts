import { addPost } from '@almanac/testing';
import { sign } from 'jsonwebtoken';
import { Setting } from '@almanac/entities';
import { SITE_URL, startTestService, type TestService } from './service';
import { CANARY, fillSite } from './site';

const PAYWALLED = `<p>For <a href="/all/">all</a></p><!--members-only--><p>${CANARY}</p>`;
const BLOCK = (nonMember: boolean, segment: string, content: string) =>
  `<!--kg-gated-block:begin nonMember:${nonMember} memberSegment:"${segment}" -->${content}<!--kg-gated-block:end-->`;
const BLOCKS = `<p>all</p>${BLOCK(true, '', '<p>join</p>')}${BLOCK(false, 'status:-free', `<p>${CANARY}</p>`)}`;
type Fields = Record<string, unknown>;

describe('a post with a paywall', () => {
  let service: TestService;
  let paying: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService();
    await fillSite(service.source);
    const { manager } = service.source;
    const sources = { lexical: `"${CANARY}"`, mobiledoc: `"${CANARY}"` };
    const texts = { html: PAYWALLED, plaintext: `For all [/all/]\n\n${CANARY}`, ...sources };
    await addPost(manager, { slug: 'walled', visibility: 'paid', ...texts });
    await addPost(manager, { slug: 'walled-page', type: 'page', visibility: 'members', ...texts });
    await addPost(manager, { slug: 'walled-teaser', visibility: 'paid', customExcerpt: 'A teaser', ...texts });
    await addPost(manager, { slug: 'open-wall', visibility: 'public', ...texts });
    await addPost(manager, { slug: 'blocks', visibility: 'public', html: BLOCKS, plaintext: 'all\n\njoin' });
    const { value } = await manager.findOneByOrFail(Setting, { key: 'members_private_key' });
    const claims = { sub: 'paid@example.com', aud: SITE_URL, iss: `${SITE_URL}/ghost/api/v3/members/` };
    const token = sign(claims, value ?? '', { algorithm: 'RS512', expiresIn: 600 });
    paying = { authorization: `GhostMembers ${token}` };
  });
  afterAll(() => service.stop());

  const read = async (path: string, headers: Record<string, string> = {}): Promise<Fields> => {
    const { body } = await service.get(path, headers);
    return (body.posts ?? body.pages)?.[0] ?? {};
  };
  const free = `<p>For <a href="${SITE_URL}/all/">all</a></p>`;
  const link = 'For all';

  it.each(['v2', 'v3', 'v5', 'canary'])('shows blocks of cards to their readers only, in %s', async (version) => {
    const path = `${version}/content/posts/slug/blocks/?formats=html,plaintext`;
    expect(await read(path)).toMatchObject({ html: '<p>all</p><p>join</p>', plaintext: 'all\n\njoin' });
    expect(await read(path, paying)).toMatchObject({ html: `<p>all</p><p>${CANARY}</p>` });
  });

  describe.each(['v5', 'canary'])('in %s', (version) => {
    it.each(['posts/slug/walled/', 'pages/slug/walled-page/'])(
      'ends there for readers without access: %s',
      async (path) => {
        expect(await read(`${version}/content/${path}?formats=html,plaintext`)).toMatchObject({
          html: free,
          plaintext: link,
          excerpt: link,
        });
        expect(await read(`${version}/content/${path}?fields=excerpt,plaintext&formats=plaintext`)).toEqual({
          excerpt: link,
          plaintext: link,
          slug: path.split('/')[2],
        });
        expect(await read(`${version}/content/${path}?fields=html`)).toMatchObject({ html: free });
      },
    );

    it('keeps a custom excerpt, and is empty without a paywall', async () => {
      expect(await read(`${version}/content/posts/slug/walled-teaser/`)).toMatchObject({
        html: free,
        excerpt: 'A teaser',
      });
      expect(await read(`${version}/content/posts/slug/paid-only/?formats=html,plaintext`)).toMatchObject({
        html: '',
        plaintext: '',
        excerpt: '',
      });
    });

    it('is complete for readers with access, and for all where it is public', async () => {
      const path = `${version}/content/posts/slug/walled/?formats=html,plaintext`;
      expect(await read(path, paying)).toMatchObject({ html: expect.stringContaining(CANARY) });
      expect(await read(path)).toMatchObject({ html: free });
      expect(await read(`${version}/content/posts/slug/open-wall/`)).toMatchObject({
        html: expect.stringContaining(CANARY),
      });
    });

    it('has no sources, also for readers with access', async () => {
      const path = `${version}/content/posts/slug/walled/`;
      expect((await service.get(`${path}?formats=lexical`, paying)).status).toBe(422);
      const post = await read(`${path}?formats=mobiledoc&fields=lexical,mobiledoc,title`, paying);
      expect(Object.keys(post).sort()).toEqual(['slug', 'title']);
    });

    it('never shows what stands behind it, in lists and single reads, with any fields and formats', async () => {
      const fields = ['', 'html', 'excerpt', 'html,plaintext,excerpt,reading_time', 'excerpt,title'];
      const formats = ['', 'plaintext', 'html', 'html,plaintext,mobiledoc'];
      const paths = ['posts/?filter=slug:-open-wall', 'posts/?limit=all&filter=slug:-open-wall', 'posts/slug/walled/?'];
      for (const path of paths) {
        for (const field of fields) {
          for (const format of formats) {
            const query = `&fields=${field}&formats=${format}`;
            const { text } = await service.getText(`${version}/content/${path}${query}`);
            expect(text.includes(CANARY) ? query : '').toBe('');
          }
        }
      }
    });
  });

  it.each(['v2', 'v3'])('is empty for readers without access in %s', async (version) => {
    expect(await read(`${version}/content/posts/slug/walled/?formats=html,plaintext`)).toMatchObject({
      html: '',
      plaintext: '',
      excerpt: '',
    });
  });
});
