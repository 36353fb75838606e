import { BadRequestError, ValidationError } from '@almanac/errors';
import { addOwner, addPost, addTag, addUser, createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import type { Resource } from '../resource';
import { adminWebhookDeliveriesResource } from '../resources/integrations';
import { adminPostsResource, contentPagesResource, contentPostsResource } from '../resources/posts';
import { adminTagsResource, contentTagsResource } from '../resources/tags';
import { adminTiersResource } from '../resources/tiers-and-newsletters';
import { adminUsersResource, contentAuthorsResource } from '../resources/users';
import { browse, type BrowseResult } from './browse';
import { parseBrowseQuery } from './parse-browse-query';
import { findRow, getRow } from './read';
import { runnerOfManager, type RunQuery } from './run-query';

const now = new Date('2021-01-01T00:00:00Z');
const day = (number: number): Date => new Date(Date.UTC(2020, 0, number));

describe('browse and read', () => {
  let database: TestDatabase;
  let source: DataSource;
  let run: RunQuery;
  let statements: string[] = [];

  const list = <Row extends object>(
    resource: Resource<Row>,
    query: Record<string, string> = {},
  ): Promise<BrowseResult<Row>> => browse(run, resource, parseBrowseQuery(query, resource), now);
  const slugs = async (
    filter: string,
    resource: Resource<{ slug: string }> = contentPostsResource,
  ): Promise<string[]> => (await list(resource, { filter, limit: 'all' })).rows.map((row) => row.slug);

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    const { manager } = source;
    run = (text, values) => {
      statements.push(text);
      return runnerOfManager(manager)(text, values);
    };
    const owner = await addOwner(manager, { slug: 'owner', lastSeenAt: day(3) });
    const alice = await addUser(manager, { slug: 'alice', name: 'Alice', lastSeenAt: day(9) });
    await addUser(manager, { slug: 'silent' });
    const news = await addTag(manager, { slug: 'news', name: 'News' });
    const tech = await addTag(manager, { slug: 'tech', name: 'tech' });
    const internal = await addTag(manager, { slug: 'hash-in', name: '#in', visibility: 'internal' });
    const unused = await addTag(manager, { slug: 'unused', name: 'Unused' });
    const post = (slug: string, number: number, more: Parameters<typeof addPost>[1] = {}) =>
      addPost(manager, { slug, title: slug.toUpperCase(), publishedAt: day(number), ...more });
    await post('one', 1, { tags: [news, tech], authors: [owner, alice], featured: true, meta: { ogTitle: 'OG' } });
    await post('two', 2, { tags: [tech], authors: [alice], customExcerpt: '100% sure_thing' });
    await post('three', 3, { tags: [internal, news], authors: [owner], visibility: 'paid' });
    await post('four', 4, { authors: [owner] });
    await post('draft', 5, { status: 'draft', tags: [unused], authors: [owner], publishedAt: null });
    await post('soon', 6, { status: 'scheduled', authors: [owner], publishedAt: day(600) });
    await post('b-page', 8, { type: 'page', tags: [news], authors: [owner] });
    await post('a-page', 7, { type: 'page', authors: [owner] });
  });
  beforeEach(() => (statements = []));
  afterAll(() => database.drop());

  it.each([
    ['tag:news', ['three', 'one']],
    ['tags:-news', ['four', 'two']],
    ['tag:[news,tech]', ['three', 'two', 'one']],
    ['tag:-[news,tech]', ['four']],
    ['tag:[news+tech]', ['one']],
    ['tag:news+tag:tech', ['one']],
    ['tag:null', ['four']],
    ['tag:-null', ['three', 'two', 'one']],
    ['tags.name:tech', ['two', 'one']],
    ['tags.name:[TECH,nEWS]', ['three', 'two', 'one']],
    ["tag:~'ec'", ['two', 'one']],
    ['primary_tag:news', ['one']],
    ['primary_tag:hash-in', []],
    ['author:alice', ['two', 'one']],
    ['authors:-alice', ['four', 'three']],
    ['primary_author:alice', ['two']],
    // More conditions about relations than are joined.
    ['tag:news+tag:-x1+tag:-x2+tag:-x3+tag:-x4', ['three', 'one']],
    ['(tag:null,tag:tech)+tag:-x1+tag:-x2+tag:-x3', ['four', 'two', 'one']],
    ['primary_tag:news,primary_author:alice,tag:x1,tag:x2,tag:x3', ['one', 'two']],
    ['tag:[news+tech+tech+tech+tech]', ['one']],
    ['featured:true', ['one']],
    ['featured:-true', ['four', 'three', 'two']],
    ['featured:maybe', []],
    ['visibility:paid,featured:true', ['three', 'one']],
    ['(visibility:paid,featured:true)+tag:tech', ['one']],
    ["published_at:>'2020-01-02'", ['four', 'three']],
    ['published_at:>=2020-01-02T00:00:00Z', ['four', 'three', 'two']],
    ['published_at:<now-364d', ['two', 'one']],
    ['custom_excerpt:null', ['four', 'three', 'one']],
    ['custom_excerpt:-null', ['two']],
    ["custom_excerpt:~'100% SURE_'", ['two']],
    ["custom_excerpt:~'100_ sure'", []],
    ["title:~^'T'", ['three', 'two']],
    ["title:~$'E'", ['three', 'one']],
    ["title:-~'O'", ['three']],
    ['title:one', ['one']],
    ['title:-One', ['four', 'three', 'two']],
    ['title:[one,Two]', ['two', 'one']],
    ['title:>three', ['two']],
    ['slug:>one', ['two', 'three']],
    ['slug:[one,two]', ['two', 'one']],
    ['page:true', []],
    ['page:false', ['four', 'three', 'two', 'one']],
    ['status:draft', ['four', 'three', 'two', 'one']],
    ['status:draft+featured:true', ['one']],
  ])('filters posts by %s', async (filter, expected) => {
    expect((await slugs(filter)).sort()).toEqual([...expected].sort());
  });

  it.each([
    ['trial_days:[0,7]', ['free']],
    ['trial_days:0', ['free']],
    ['trial_days:-0', []],
    ['trial_days:<99999999999', ['free']],
    ['trial_days:>=0.5', []],
    ['trial_days:none', []],
    ['monthly_price:null', ['free']],
  ])('filters tiers by the number in %s', async (filter, expected) => {
    expect(await slugs(filter, adminTiersResource)).toEqual(expected);
  });

  it.each(['is_test:true', 'is_test:[true,false]', 'is_test:maybe'])('filters deliveries by %s', async (filter) => {
    expect((await list(adminWebhookDeliveriesResource, { filter })).rows).toEqual([]);
  });

  it.each([
    'type:post',
    'bogus:1',
    'html:~x',
    "html:~'x'",
    "plaintext:~'x'",
    'authors.email:x',
    'meta_title:x',
    'created_by:1',
    'constructor:x',
    '__proto__:x',
  ])('rejects a filter on a hidden column like one on an unknown column: %s', async (filter) => {
    const refused = slugs(filter);
    await expect(refused).rejects.toThrow(BadRequestError);
    const isSyntax = filter === 'html:~x';
    await expect(refused).rejects.toThrow(isSyntax ? 'Error parsing filter' : 'Could not understand request.');
  });

  it.each([
    'published_at:>yesterday',
    'published_at:>2020-13-45',
    'published_at:>now-99999y',
    "published_at:'0000-00-00'",
  ])('rejects an invalid date: %s', async (filter) => {
    await expect(slugs(filter)).rejects.toThrow('Could not understand request.');
  });

  it('evaluates a hundred conditions on relations as subqueries, not as joins', async () => {
    const conditions = Array.from({ length: 100 }, (_, index) => `tag:tag-${index}`);
    expect(await slugs(conditions.join('+'))).toEqual([]);
    expect(statements[0]).not.toContain('exists');
    expect(
      await slugs(
        conditions
          .map((condition, index) => `(${condition},author:-a${index})`)
          .slice(0, 50)
          .join('+'),
      ),
    ).toHaveLength(4);
  });

  it('finds a user by the address in any letter case', async () => {
    expect(await slugs("email:'OWNER@example.com'", adminUsersResource)).toEqual(['owner']);
  });

  it('lets staff neither filter nor select by password', async () => {
    await expect(slugs("password:~'$2'", adminUsersResource)).rejects.toThrow('Could not understand request.');
    const byPassword = await list(adminUsersResource, { order: 'password asc', fields: 'id,password' });
    expect(byPassword.rows[0]).not.toHaveProperty('password');
  });

  it('lists the newest post first, with tags and authors in their order, in one statement', async () => {
    const { rows, pagination } = await list(contentPostsResource, { include: 'tags,authors,bogus' });
    expect(rows.map((row) => row.slug)).toEqual(['four', 'three', 'two', 'one']);
    expect(rows[3]?.tags?.map((tag) => tag.slug)).toEqual(['news', 'tech']);
    expect(rows[3]?.authors?.map((author) => author.slug)).toEqual(['owner', 'alice']);
    expect(rows[3]?.authors?.[0]).not.toHaveProperty('email');
    expect(rows[3]?.meta).toMatchObject({ ogTitle: 'OG', metaTitle: null });
    expect(rows[0]).toMatchObject({ meta: null, tags: [], publishedAt: day(4) });
    expect(pagination).toEqual({ page: 1, limit: 15, pages: 1, total: 4, next: null, prev: null });
    expect(statements).toHaveLength(1);
  });

  it('pages through the whole list without gaps, with one statement per page', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => list(contentPostsResource, { limit: '1', page: `${page}` })),
    );
    expect(pages.flatMap(({ rows }) => rows.map((row) => row.slug))).toEqual(['four', 'three', 'two', 'one']);
    const last = await list(contentPostsResource, { limit: '3', page: '2' });
    expect(last.rows.map((row) => row.slug)).toEqual(['one']);
    expect(last.pagination).toEqual({ page: 2, limit: 3, pages: 2, total: 4, next: null, prev: 1 });
    expect(statements).toHaveLength(5);
  });

  it('returns an empty page past the end, with the last page as the previous one', async () => {
    const { rows, pagination } = await list(contentPostsResource, { limit: '3', page: '999' });
    expect(rows).toEqual([]);
    expect(pagination).toEqual({ page: 999, limit: 3, pages: 2, total: 4, next: null, prev: 2 });
    const far = await list(contentPostsResource, { page: '99999999999999999999999' });
    expect(far.rows).toEqual([]);
  });

  it.each([
    ['title asc', ['four', 'one', 'three', 'two']],
    ['featured desc, published_at asc', ['one', 'two', 'three', 'four']],
    ['bogus asc, slug desc', ['two', 'three', 'one', 'four']],
    ['slug', ['four', 'three', 'two', 'one']],
    ['html asc', ['four', 'three', 'two', 'one']],
    ['custom_excerpt desc', ['two', 'four', 'three', 'one']],
  ])('orders by %s, then by the default order', async (order, expected) => {
    const { rows } = await list(contentPostsResource, { order });
    expect(rows.map((row) => row.slug)).toEqual(expected);
  });

  it('orders pages by title, and by date where relations are included', async () => {
    const byTitle = await list(contentPagesResource);
    expect(byTitle.rows.map((row) => row.slug)).toEqual(['a-page', 'b-page']);
    const newest = await list(contentPagesResource, { include: 'tags', filter: 'page:true' });
    expect(newest.rows.map((row) => row.slug)).toEqual(['b-page', 'a-page']);
    expect(await slugs('page:false', contentPagesResource)).toEqual([]);
  });

  it('selects only the requested texts', async () => {
    const [narrow] = (await list(contentPostsResource, { fields: 'id,title' })).rows;
    expect(narrow).not.toHaveProperty('html');
    expect(narrow).not.toHaveProperty('plaintext');
    expect(narrow?.visibility).toBe('public');
    const [wide] = (await list(contentPostsResource)).rows;
    expect(wide).toHaveProperty('html');
    expect(wide).not.toHaveProperty('mobiledoc');
  });

  it('lists all posts for staff: scheduled ones first, then drafts', async () => {
    const { rows } = await list(adminPostsResource, {});
    expect(rows.map((row) => row.slug)).toEqual(['soon', 'draft', 'four', 'three', 'two', 'one']);
    const author = rows[0]?.authors?.[0];
    expect(author).toMatchObject({ email: 'owner@example.com', lastSeenAt: day(3), roles: [{ name: 'Owner' }] });
    expect(author).not.toHaveProperty('password');
    expect(await slugs('status:draft', adminPostsResource)).toEqual(['draft']);
    expect(await slugs('status:bogus', adminPostsResource)).toEqual([]);
  });

  it('includes the requested relations instead of the default ones', async () => {
    const [tagsOnly] = (await list(adminPostsResource, { include: 'tags' })).rows;
    expect(tagsOnly?.tags).toBeDefined();
    expect(tagsOnly?.authors).toBeUndefined();
    const [neither] = (await list(adminPostsResource, { include: 'bogus' })).rows;
    expect(neither?.tags).toBeUndefined();
    const [both] = (await list(adminPostsResource, { include: '' })).rows;
    expect(both?.authors).toBeDefined();
  });

  it('lists and counts tags and authors with published posts', async () => {
    const tags = await list(contentTagsResource, { include: 'count.posts' });
    expect(tags.rows.map((tag) => [tag.slug, tag.count?.posts])).toEqual([
      ['hash-in', 1],
      ['news', 2],
      ['tech', 2],
    ]);
    expect(tags.pagination.total).toBe(3);
    const authors = await list(contentAuthorsResource, { order: 'count.posts asc' });
    expect(authors.rows.map((author) => author.slug)).toEqual(['alice', 'owner']);
    expect(await slugs('', contentAuthorsResource)).toEqual(['alice', 'owner']);
    expect((await list(adminTagsResource)).pagination.total).toBe(4);
    const staff = await list(adminUsersResource, { include: 'roles,count.posts', filter: 'slug:owner' });
    expect(staff.rows).toMatchObject([{ roles: [{ name: 'Owner' }], count: { posts: 5 } }]);
  });

  it.each([
    ['limit', 'abc'],
    ['limit', '-1'],
    ['limit', ''],
    ['page', 'abc'],
    ['page', '-1'],
    ['order', 'id;drop'],
  ])('refuses %s=%s', (name, value) => {
    const parse = (): unknown => parseBrowseQuery({ [name]: value }, contentPostsResource);
    expect(parse).toThrow(new ValidationError(`Validation (matches) failed for ${name}`));
    expect(parse).toThrow(
      expect.objectContaining({ help: expect.stringMatching(new RegExp(`^${name} is .*it was ".*"`)) }),
    );
  });

  it.each([
    [{ limit: '0' }, { limit: 15, page: 1 }],
    [
      { limit: '2.5', page: '0' },
      { limit: 2, page: 1 },
    ],
    [{ limit: '1abc' }, { limit: 1 }],
    [{ limit: '-5all' }, { limit: 15 }],
    [{ limit: '5000' }, { limit: 1000 }],
    [
      { limit: 'all', page: '3' },
      { limit: 'all', page: 3 },
    ],
    [{}, { limit: 15, page: 1 }],
  ])('reads %j as %j', (query, expected) => {
    expect(parseBrowseQuery(query, contentPostsResource)).toMatchObject(expected);
  });

  it('rejects unknown formats, and drops unknown includes', () => {
    expect(() => parseBrowseQuery({ formats: 'html,lexical' }, contentPostsResource)).toThrow(
      'Validation (AllowedValues) failed for formats',
    );
    const { selection } = parseBrowseQuery({ formats: '', fields: 'id, bogus', include: 'x' }, contentPostsResource);
    expect(selection).toEqual({ include: [], fields: ['id', 'bogus'] });
  });

  it('reads one row by its key within the scope of the resource', async () => {
    const selection = { include: ['tags'] };
    expect(await getRow(run, contentPostsResource, ['slug', 'one'], selection)).toMatchObject({ slug: 'one' });
    expect(await findRow(run, contentPostsResource, ['slug', 'draft'], selection)).toBeNull();
    expect(await findRow(run, contentPostsResource, ['slug', 'a-page'], selection)).toBeNull();
    expect(await findRow(run, contentPostsResource, ['slug', 'one\0'], selection)).toBeNull();
    expect(await findRow(run, adminUsersResource, ['email', 'OWNER@example.com'], { include: [] })).toMatchObject({
      id: '1',
    });
    await expect(getRow(run, contentTagsResource, ['slug', 'unused'], { include: [] })).rejects.toThrow(
      'Tag not found.',
    );
  });
});
