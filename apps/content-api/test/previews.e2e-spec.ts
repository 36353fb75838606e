import { Setting, User } from '@almanac/entities';
import { addIntegration, addPost, addUser } from '@almanac/testing';
import { createHash, randomBytes } from 'node:crypto';
import { type Reply, startTestService, type TestService } from './service';

const HOUR_MS = 3_600_000;
const digestOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const FREE = 'Free part';
const MEMBERS = 'CANARY-members-part';
const HTML = `<p>${FREE}</p><!--members-only--><p>${MEMBERS}</p>`;

describe('previews', () => {
  let service: TestService;
  let creator: User;
  const ids: Record<string, string> = {};

  const openLink = async (
    post: string,
    { createdBy = creator.id, expiresAt = new Date(Date.now() + HOUR_MS) } = {},
  ): Promise<string> => {
    const token = randomBytes(32).toString('base64url');
    await service.source.query(
      `insert into publishing.preview_links (token_digest, post_id, created_by, created_at, expires_at)
       values ($1, $2, $3, now(), $4)`,
      [digestOf(token), ids[post], createdBy, expiresAt],
    );
    return token;
  };
  const read = (token: string, more = '', kind = 'posts'): Promise<Reply> =>
    service.get(`canary/content/${kind}/preview/?token=${token}${more}`, {}, { key: null });

  beforeAll(async () => {
    service = await startTestService();
    const { manager } = service.source;
    await manager.update(Setting, { key: 'labs' }, { value: '{"members":true}' });
    creator = await addUser(manager, { slug: 'creator' });
    const add = async (name: string, post: Parameters<typeof addPost>[1]): Promise<void> => {
      ids[name] = (await addPost(manager, { slug: name, authors: [creator], html: HTML, ...post })).id;
    };
    await add('draft', { status: 'draft', publishedAt: null, title: 'A draft', visibility: 'members' });
    await add('paid', { status: 'scheduled', publishedAt: new Date(Date.now() + HOUR_MS), visibility: 'paid' });
    await add('mail', { emailOnly: true });
    await add('page', { type: 'page', status: 'draft', publishedAt: null });
    await add('other', { status: 'draft', publishedAt: null, html: '<p>OTHER-DRAFT</p>', title: 'OTHER-DRAFT' });
  });
  afterAll(() => service.stop());

  it('shows a draft to a client with the link, without a content key, and lets nothing store it', async () => {
    const { status, body, headers } = await read(await openLink('draft'), '&include=tags,authors&as=member');
    expect(status).toBe(200);
    expect(body.posts).toHaveLength(1);
    expect(body.posts?.[0]).toMatchObject({ id: ids.draft, title: 'A draft', authors: [{ slug: 'creator' }] });
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    });
  });

  it.each([
    ['draft', 'public', false],
    ['draft', 'member', true],
    ['draft', 'paid', true],
    ['paid', 'public', false],
    ['paid', 'member', false],
    ['paid', 'paid', true],
    ['mail', 'public', true],
  ])('shows the %s as a %s reader would see it', async (post, as, seesAll) => {
    const { status, text } = await read(await openLink(post), `&as=${as}&formats=html,plaintext`);
    expect([status, text.includes(MEMBERS), text.includes(FREE)]).toEqual([200, seesAll, true]);
  });

  it('is that of a public reader without the parameter', async () => {
    expect((await read(await openLink('draft'))).text).not.toContain(MEMBERS);
  });

  it('shows the present version each time', async () => {
    const token = await openLink('draft');
    await read(token);
    await service.source.query(`update publishing.posts set title = 'Changed' where id = $1`, [ids.draft]);
    expect((await read(token)).body.posts?.[0]?.title).toBe('Changed');
    await service.source.query(`update publishing.posts set title = 'A draft' where id = $1`, [ids.draft]);
  });

  it('shows a page as a page only, and a post as a post only', async () => {
    const page = await openLink('page');
    expect((await read(page, '', 'pages')).body.pages?.[0]).toMatchObject({ id: ids.page });
    expect((await read(page)).status).toBe(404);
    expect((await read(await openLink('draft'), '', 'pages')).status).toBe(404);
  });

  it('answers the same for every token that opens nothing', async () => {
    const valid = await openLink('draft');
    const suspended = await addUser(service.source.manager, { status: 'inactive' });
    const locked = await addUser(service.source.manager, { status: 'locked' });
    const tokens = [
      randomBytes(32).toString('base64url'),
      '',
      'x'.repeat(5_000),
      `${valid}x`,
      valid.slice(1),
      digestOf(valid),
      `${valid}&token=${valid}`,
      await openLink('draft', { expiresAt: new Date(Date.now() - 1_000) }),
      await openLink('draft', { createdBy: suspended.id }),
      await openLink('draft', { createdBy: locked.id }),
      await openLink('draft', { createdBy: '5ddc9141c35e7700383b2937' }),
    ];
    const seen = new Set<string>();
    for (const token of tokens) {
      const { status, body } = await read(token);
      seen.add(`${status} ${body.errors?.[0]?.message}`);
    }
    expect([...seen]).toEqual(['404 Preview not found.']);
    expect((await read(valid)).status).toBe(200);
  });

  it('ends with the post, with the suspension of its creator, and with the integration that opened it', async () => {
    const { manager } = service.source;
    const { integration } = await addIntegration(manager);
    ids.gone = (await addPost(manager, { status: 'draft', publishedAt: null })).id;
    const token = await openLink('gone', { createdBy: integration.id });
    expect((await read(token)).status).toBe(200);
    await manager.query('delete from publishing.integrations where id = $1', [integration.id]);
    expect((await read(token)).status).toBe(404);
    const another = await openLink('gone');
    expect((await read(another)).status).toBe(200);
    await manager.query('delete from publishing.posts where id = $1', [ids.gone]);
    expect((await read(another)).status).toBe(404);
  });

  it('opens no other post, whatever the query names', async () => {
    const token = await openLink('draft');
    for (const more of [`&filter=id:'${ids.other}'`, `&id=${ids.other}`, '&slug=other', '&limit=all', '&page=2']) {
      const { status, text } = await read(token, more);
      expect([more, status, text.includes('OTHER-DRAFT')]).toEqual([more, 200, false]);
    }
  });

  it('leaves drafts unreachable without it, also with the token beside a content key', async () => {
    const token = await openLink('draft');
    await read(token);
    for (const path of [
      `posts/${ids.draft}/`,
      'posts/slug/draft/',
      `posts/${ids.draft}/?token=${token}`,
      `pages/${ids.page}/?token=${token}`,
    ]) {
      expect([path, (await service.get(`canary/content/${path}`)).status]).toEqual([path, 404]);
    }
    expect((await service.get(`canary/content/posts/?limit=all&token=${token}`)).text).not.toContain(ids.draft);
  });

  it('does not open other resources without a content key', async () => {
    const token = await openLink('draft');
    expect((await service.get(`canary/content/posts/?token=${token}`, {}, { key: null })).status).toBe(403);
    expect((await service.get(`canary/content/posts/preview/x/?token=${token}`, {}, { key: null })).status).not.toBe(
      200,
    );
  });

  it('never shows private columns', async () => {
    const { text } = await read(
      await openLink('draft'),
      '&fields=mobiledoc,status,created_by,title&include=authors.roles',
    );
    expect(text).not.toContain('created_by');
    expect(text).not.toContain('mobiledoc');
  });

  it.each(['as=owner', 'as=everything', 'as=public&as=paid', 'formats=secret'])('refuses ?%s', async (query) => {
    expect((await read(await openLink('draft'), `&${query}`)).status).toBe(422);
  });
});
