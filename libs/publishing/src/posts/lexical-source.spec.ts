import { MaintenanceError, NoPermissionError, UpdateCollisionError, ValidationError } from '@almanac/errors';
import { BLANK_LEXICAL, BLANK_MOBILEDOC, mobiledocToLexical } from '@almanac/rendering';
import { lexicalLink, lexicalOf, lexicalText, statementsOf } from '@almanac/testing';
import { createTestSite, paragraph, SITE_URL, type TestSite } from '../../test/test-site';
import { PostsService } from './posts.service';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());
beforeEach(() => site.takeOutboxEvents());

type Stored = Awaited<ReturnType<typeof lexicalPost>>;
const lexicalPost = async (lexical = lexicalOf('Hello'), fields = {}) =>
  (await site.posts.create(site.editor, 'post', { title: 'Lexical', lexical, ...fields })).post;
const mobiledocPost = async (mobiledoc = paragraph('Hello')) =>
  (await site.posts.create(site.editor, 'post', { title: 'Mobiledoc', mobiledoc })).post;
const edit = async ({ id, type }: Stored, input: object) =>
  (await site.posts.edit(site.editor, { type, id }, input)).post;

describe('a post with a lexical source', () => {
  it('is stored with the html, plaintext and mobiledoc that are derived from it', async () => {
    const post = await lexicalPost(lexicalOf('A & B'));
    expect(post).toMatchObject({ lexical: lexicalOf('A & B'), html: '<p>A &amp; B</p>', plaintext: 'A & B' });
    expect(JSON.parse(post.mobiledoc ?? '')).toMatchObject({ sections: [[1, 'p', [[0, [], 0, 'A & B']]]] });
  });

  it('stores URLs of the site relative', async () => {
    const post = await lexicalPost(lexicalOf([lexicalLink(`${SITE_URL}/about/`, 'About')]));
    expect(post.lexical).toContain('"url":"/about/"');
    expect(post.mobiledoc).toContain('["href","/about/"');
    expect(post.html).toBe('<p><a href="/about/">About</a></p>');
  });

  it('keeps its source byte for byte when a client sends the mobiledoc back and changes the title', async () => {
    const source = lexicalOf([lexicalLink('/about/', 'About'), lexicalText(' and '), lexicalLink('more/', 'more')]);
    const post = await lexicalPost(source);
    const edited = await edit(post, { title: 'Other', mobiledoc: post.mobiledoc });
    expect(edited).toMatchObject({ title: 'Other', lexical: source, html: post.html, mobiledoc: post.mobiledoc });
    // As v3 prints the mobiledoc of a draft.
    const printed = (post.mobiledoc ?? '')
      .replace('"/about/"', `"${SITE_URL}/about/"`)
      .replace('"more/"', `"${SITE_URL}/p/${post.uuid}/more/"`);
    expect((await edit(post, { title: 'Third', mobiledoc: printed })).lexical).toBe(source);
  });

  it('has the mobiledoc as its source after a client changed the mobiledoc', async () => {
    const post = await lexicalPost();
    expect(await edit(post, { mobiledoc: paragraph('From v3') })).toMatchObject({
      lexical: null,
      mobiledoc: paragraph('From v3'),
      html: '<p>From v3</p>',
    });
    expect(await edit(post, { lexical: lexicalOf('From v5') })).toMatchObject({
      lexical: lexicalOf('From v5'),
      plaintext: 'From v5',
    });
  });

  it('does not change with a null for the other source', async () => {
    const post = await lexicalPost();
    await site.takeEvents();
    expect(await edit(post, { mobiledoc: null, lexical: post.lexical })).toMatchObject({ lexical: post.lexical });
    expect(await site.takeEvents()).toEqual([]);
  });

  it.each([null, ''])('is emptied by %j for both sources', async (empty) => {
    expect(await edit(await lexicalPost(), { mobiledoc: empty, lexical: empty })).toMatchObject({
      lexical: BLANK_LEXICAL,
      mobiledoc: BLANK_MOBILEDOC,
      html: null,
      plaintext: null,
    });
  });

  it('is emptied by a null of a client that knows mobiledoc only', async () => {
    expect(await edit(await lexicalPost(), { mobiledoc: null })).toMatchObject({
      lexical: null,
      mobiledoc: BLANK_MOBILEDOC,
      html: null,
    });
  });

  it('changes without an event when the same document is sent', async () => {
    const post = await lexicalPost();
    await site.takeEvents();
    expect((await edit(post, { lexical: post.lexical })).revision).toBe(1);
    expect(await site.takeEvents()).toEqual([]);
  });

  it('is in the snapshots of its events', async () => {
    const post = await lexicalPost();
    await site.takeEvents();
    await edit(post, { lexical: lexicalOf('After') });
    expect(await site.takeOutboxEvents()).toMatchObject([
      { payload: { current: { lexical: lexicalOf('After') }, previous: { lexical: lexicalOf('Hello') } } },
    ]);
  });
});

describe('a post with a mobiledoc source', () => {
  it('keeps it when a client sends back the lexical that is derived from it', async () => {
    const post = await mobiledocPost();
    const derived = mobiledocToLexical(post.mobiledoc ?? '');
    expect(await edit(post, { title: 'Other', lexical: derived })).toMatchObject({
      title: 'Other',
      lexical: null,
      mobiledoc: post.mobiledoc,
    });
    expect(await edit(post, { title: 'Third', lexical: derived, mobiledoc: post.mobiledoc })).toMatchObject({
      title: 'Third',
      lexical: null,
    });
    expect(await edit(post, { lexical: null })).toMatchObject({ lexical: null, mobiledoc: post.mobiledoc });
  });

  it('has a lexical source after a client sent another document, also with the mobiledoc unchanged', async () => {
    const post = await mobiledocPost();
    const input = { lexical: lexicalOf('New'), mobiledoc: post.mobiledoc };
    expect(await edit(post, input)).toMatchObject({ lexical: lexicalOf('New'), html: '<p>New</p>' });
  });
});

describe('two sources at once', () => {
  it('are rejected, for a new post and for an edit that changes both', async () => {
    const both = { title: 'Both', lexical: lexicalOf('One'), mobiledoc: paragraph('Two') };
    const refused = { status: 422, property: 'lexical', context: 'posts.lexical, posts.mobiledoc' };
    await expect(site.posts.create(site.editor, 'post', both)).rejects.toMatchObject(refused);
    for (const post of [await lexicalPost(), await mobiledocPost()]) {
      await expect(edit(post, both)).rejects.toMatchObject(refused);
    }
    expect((await lexicalPost(lexicalOf('One'), { mobiledoc: null })).plaintext).toBe('One');
  });
});

describe('html of a request', () => {
  it('becomes lexical where the version says so, and wins over both documents', async () => {
    const input = { title: 'x', html: '<p>From <b>html</b></p>', lexical: lexicalOf('No'), mobiledoc: paragraph('No') };
    const { post } = await site.posts.create(site.editor, 'post', input, { formatForHtml: 'lexical' });
    expect(post).toMatchObject({ plaintext: 'From html' });
    expect(post.lexical).toContain('"root"');
    const target = { type: post.type, id: post.id };
    const same = await site.posts.edit(site.editor, target, input, { formatForHtml: 'lexical' });
    expect(same.post.revision).toBe(1);
    const older = await site.posts.edit(site.editor, target, { html: '<p>v3</p>' }, { formatForHtml: 'mobiledoc' });
    expect(older.post).toMatchObject({ lexical: null, plaintext: 'v3' });
  });
});

describe('a document that is not accepted', () => {
  it('is rejected with the path of its node, and stores nothing', async () => {
    const unknown = lexicalOf('fine', { type: 'tweet', version: 1 });
    const adding = lexicalPost(unknown);
    await expect(adding).rejects.toThrow(ValidationError);
    await expect(adding).rejects.toMatchObject({
      property: 'lexical',
      context: expect.stringContaining('.posts[0].lexical: root.children[1]'),
    });
    const post = await lexicalPost();
    await expect(edit(post, { title: 'x', lexical: unknown })).rejects.toThrow(ValidationError);
    expect((await edit(post, {})).title).toBe('Lexical');
  });
});

describe('rendering before the transaction', () => {
  const renderer = { render: jest.fn(), fromHtml: jest.fn(), mobiledocFromHtml: jest.fn() };
  const posts = (): PostsService => new PostsService({ dataSource: site.dataSource, siteUrl: SITE_URL, renderer });
  beforeEach(() => {
    renderer.render.mockReset();
    renderer.fromHtml.mockReset();
    renderer.mobiledocFromHtml.mockReset();
  });

  it('is refused to users who may not write the post, before anything is rendered', async () => {
    const { id } = await lexicalPost();
    const lexical = lexicalOf('x');
    const target = { type: 'post', id } as const;
    for (const actor of [site.author, site.contributor, site.scheduler]) {
      await expect(posts().edit(actor, target, { lexical })).rejects.toThrow(NoPermissionError);
      await expect(posts().edit(actor, target, { html: '<p>x</p>' }, { formatForHtml: 'lexical' })).rejects.toThrow(
        NoPermissionError,
      );
      const html = '<p>x</p>'.repeat(1_000);
      await expect(posts().edit(actor, target, { html }, { formatForHtml: 'mobiledoc' })).rejects.toThrow(
        NoPermissionError,
      );
      await expect(posts().create(actor, 'post', { title: 'x', lexical })).rejects.toThrow(NoPermissionError);
    }
    expect(renderer.render).not.toHaveBeenCalled();
    expect(renderer.fromHtml).not.toHaveBeenCalled();
    expect(renderer.mobiledocFromHtml).not.toHaveBeenCalled();
  });

  it('is refused to a client that read an older version, before anything is rendered', async () => {
    const { id } = await lexicalPost();
    const input = { lexical: lexicalOf('x'), updatedAt: new Date(0) };
    await expect(posts().edit(site.editor, { type: 'post', id }, input)).rejects.toThrow(UpdateCollisionError);
    expect(renderer.render).not.toHaveBeenCalled();
  });

  it('happens while no connection is in use, and its failure changes nothing', async () => {
    const { id } = await lexicalPost();
    renderer.render.mockImplementation(async () => {
      const busy = await site.dataSource.query(
        `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
      );
      expect(busy).toEqual([]);
      throw new MaintenanceError('Not now.', { retryAfterSeconds: 5 });
    });
    const editing = posts().edit(site.editor, { type: 'post', id }, { lexical: lexicalOf('x') });
    await expect(editing).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    await expect(posts().create(site.editor, 'post', { title: 'x', lexical: lexicalOf('x') })).rejects.toThrow(
      MaintenanceError,
    );
    expect(await site.takeEvents()).toEqual(['post.added']);
  });

  it('ends in a collision when the stored source changed before the row was locked', async () => {
    const post = await lexicalPost();
    const target = { type: 'post', id: post.id } as const;
    const find = jest.spyOn(site.dataSource, 'transaction').mockImplementationOnce(async (...args: unknown[]) => {
      find.mockRestore();
      await site.posts.edit(site.editor, target, { lexical: lexicalOf('By another') });
      return site.dataSource.transaction(...(args as Parameters<typeof site.dataSource.transaction>));
    });
    await expect(edit(post, { title: 'Mine', lexical: post.lexical })).rejects.toThrow(UpdateCollisionError);
  });
});

describe('the statements of a write', () => {
  it('are as many for lexical as for mobiledoc, and one more to compare an edit before its transaction', async () => {
    const count = async (work: () => Promise<unknown>): Promise<number> => (await statementsOf(work)).length;
    const create = (content: object) => count(() => site.posts.create(site.editor, 'post', { title: 'x', ...content }));
    expect(await create({ lexical: lexicalOf('x') })).toBe(await create({ mobiledoc: paragraph('x') }));
    const [lexical, mobiledoc] = [await lexicalPost(), await mobiledocPost()];
    const byMobiledoc = await count(() => edit(mobiledoc, { mobiledoc: paragraph('y') }));
    expect(await count(() => edit(lexical, { lexical: lexicalOf('y') }))).toBe(byMobiledoc + 1);
    expect(await count(() => edit(lexical, { title: 'y' }))).toBe(byMobiledoc);
  });
});
