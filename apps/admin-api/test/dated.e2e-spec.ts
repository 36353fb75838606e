import { addPost, addTag, addUser, statementsOf } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';

describe('GET dated', () => {
  let api: AdminApiUnderTest;
  const ids: Record<string, string> = {};
  const at = (text: string): Date => new Date(text);
  const span = 'from=2030-03-01T00:00:00Z&to=2030-04-01T00:00:00%2B00:00';
  const list = (query = span): Promise<ApiResponse> => api.owner.in('canary').get(`dated/?${query}`);
  const names = (response: ApiResponse): unknown[] =>
    response.list('dated').map(({ id, event }) => [Object.keys(ids).find((name) => ids[name] === id), event].join(' '));

  beforeAll(async () => {
    api = await startAdminApi();
    const { manager } = api.dataSource;
    const mara = await addUser(manager, { name: 'Mara', slug: 'mara' });
    const tide = await addTag(manager, { name: 'Tide', slug: 'tide' });
    const add = async (name: string, post: Parameters<typeof addPost>[1]): Promise<void> => {
      ids[name] = (await addPost(manager, { authors: [mara], ...post })).id;
    };
    await add('past', { publishedAt: at('2030-03-05T10:00:00Z'), tags: [tide], title: 'Past' });
    await add('page', { type: 'page', publishedAt: at('2030-03-04T10:00:00Z'), visibility: 'paid' });
    await add('ending', { publishedAt: at('2030-02-01T00:00:00Z'), unpublishAt: at('2030-03-10T00:00:00Z') });
    await add('planned', {
      status: 'scheduled',
      publishedAt: at('2030-03-20T10:00:00Z'),
      unpublishAt: at('2030-03-25T10:00:00Z'),
      sendEmailWhenPublished: true,
    });
    await add('mailed', { publishedAt: at('2030-03-02T10:00:00Z'), sendEmailWhenPublished: true });
    await add('imported', { publishedAt: at('2030-03-03T10:00:00Z'), sendEmailWhenPublished: true });
    await add('first instant', { publishedAt: at('2030-03-01T00:00:00Z') });
    await add('after the end', { publishedAt: at('2030-04-01T00:00:00Z') });
    await add('draft', { status: 'draft', publishedAt: at('2030-03-06T00:00:00Z') });
    await add('sent again', {
      status: 'scheduled',
      publishedAt: at('2030-05-01T10:00:00Z'),
      sendEmailWhenPublished: true,
    });
    await manager.query(
      `insert into publishing.emails (id, post_id, status, created_at)
       values ('mail of mailed', $1, 'paused', '2030-03-02T10:00:00Z'), ('earlier mail', $2, 'submitted', '2030-02-20T10:00:00Z')`,
      [ids.mailed, ids['sent again']],
    );
  });
  afterAll(() => api.close());

  it('lists everything with a date in the span, once for each date, the earliest first', async () => {
    const response = await list();
    expect(response.status).toBe(200);
    expect(names(response)).toEqual([
      'first instant published',
      'mailed email',
      'mailed published',
      'imported published',
      'page published',
      'past published',
      'ending unpublishing',
      'planned email',
      'planned scheduled',
      'planned unpublishing',
    ]);
    expect(response.body.meta).toEqual({
      from: '2030-03-01T00:00:00.000Z',
      to: '2030-04-01T00:00:00.000Z',
      limit: 1000,
      is_complete: true,
    });
  });

  it('has what a calendar shows of an item', async () => {
    const past = (await list()).list('dated').find(({ id }) => id === ids.past);
    expect(past).toEqual({
      id: ids.past,
      type: 'post',
      event: 'published',
      at: '2030-03-05T10:00:00.000Z',
      title: 'Past',
      status: 'published',
      slug: expect.any(String),
      visibility: 'public',
      email_status: null,
      authors: [{ id: expect.any(String), name: 'Mara' }],
      tags: [{ id: expect.any(String), name: 'Tide', slug: 'tide' }],
      updated_at: '2030-03-05T10:00:00.000Z',
    });
  });

  it('has the newsletters that were sent, how far they are, and those to come', async () => {
    const ofNewsletters = (response: ApiResponse): unknown[] =>
      response.list('dated').flatMap(({ event, email_status, at }) => (event === 'email' ? [[at, email_status]] : []));
    expect(ofNewsletters(await list())).toEqual([
      ['2030-03-02T10:00:00.000Z', 'paused'],
      ['2030-03-20T10:00:00.000Z', null],
    ]);
    // A post is mailed once: its newsletter is at the date of the first time, also when the post is scheduled again.
    const around = await list('from=2030-02-15T00:00:00Z&to=2030-06-01T00:00:00Z&filter=status:scheduled');
    expect(names(around)).toEqual([
      'sent again email',
      'planned email',
      'planned scheduled',
      'planned unpublishing',
      'sent again scheduled',
    ]);
  });

  it.each([
    ['type:page', ['page published']],
    ['tag:tide', ['past published']],
    ['author:absent', []],
    ['visibility:paid,tag:tide', ['page published', 'past published']],
    ['status:scheduled', ['planned email', 'planned scheduled', 'planned unpublishing']],
    [`title:~'ast'+type:post`, ['past published']],
  ])('filters by %s', async (filter, expected) => {
    expect(names(await list(`${span}&filter=${encodeURIComponent(filter)}`))).toEqual(expected);
  });

  it('says when there are more items than the limit', async () => {
    const response = await list(`${span}&limit=2`);
    expect(names(response)).toEqual(['first instant published', 'mailed email']);
    expect(response.body.meta).toMatchObject({ limit: 2, is_complete: false });
    expect((await list(`${span}&limit=10`)).body.meta).toMatchObject({ is_complete: true });
    expect((await list(`${span}&limit=50000`)).body.meta).toMatchObject({ limit: 1000 });
  });

  it.each([
    ['', 422],
    ['from=2030-03-01T00:00:00Z', 422],
    ['from=yesterday&to=2030-03-01', 422],
    ['from=2030-03-01T00:00:00&to=2030-04-01T00:00:00', 422],
    ['from=2030-03-01&from=2030-03-02&to=2030-04-01', 422],
    ['from=2030-02-28T00:00:00Z&to=2030-13-01T00:00:00Z', 422],
    ['from=2030-02-30T00:00:00Z&to=2030-04-01T00:00:00Z', 422],
    ['from=2030-03-01&to=2030-03-01', 422],
    ['from=2030-03-01&to=2031-04-06', 422],
    [`${span}&limit=0`, 422],
    [`${span}&limit=-1`, 422],
    [`${span}&limit=x`, 422],
    [`${span}&filter=title:`, 400],
    [`${span}&filter=authors.password:x`, 400],
    [`${span}&filter=type:post)%2B(status:draft`, 400],
  ])('refuses %s with %i', async (query, status) => {
    expect((await list(query)).status).toBe(status);
  });

  it('accepts dates without a time, and the longest span', async () => {
    expect((await list('from=2030-03-01&to=2031-04-05')).status).toBe(200);
  });

  it('reads the items with one statement', async () => {
    const statements = await statementsOf(() => list(`${span}&filter=tag:tide`));
    expect(statements.filter((text) => text.includes('publishing.posts'))).toHaveLength(1);
  });

  it('exists in canary only', async () => {
    expect((await api.owner.in('v5').get(`dated/?${span}`)).status).toBe(404);
  });

  describe('overdue', () => {
    const overdue = (query = ''): Promise<ApiResponse> => api.owner.in('canary').get(`dated/overdue/?${query}`);

    it('lists what was due ten seconds ago and is not done', async () => {
      expect((await overdue()).list('dated')).toEqual([]);
      const { manager } = api.dataSource;
      const ago = (ms: number): Date => new Date(Date.now() - ms);
      ids.late = (await addPost(manager, { status: 'scheduled', publishedAt: ago(60_000) })).id;
      ids['late end'] = (
        await addPost(manager, { type: 'page', publishedAt: ago(90_000), unpublishAt: ago(70_000) })
      ).id;
      await addPost(manager, { status: 'scheduled', publishedAt: ago(1_000) });
      await addPost(manager, { status: 'draft', publishedAt: ago(60_000) });
      const response = await overdue();
      expect(names(response)).toEqual(['late end unpublishing', 'late scheduled']);
      expect(response.body.meta).toEqual({ limit: 1000, is_complete: true });
      expect(names(await overdue('filter=type:page'))).toEqual(['late end unpublishing']);
    });
  });
});
