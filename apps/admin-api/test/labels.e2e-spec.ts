import { Action, PublishingOutboxEvent } from '@almanac/entities';
import { addLabel, addMember } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { Caller } from './caller';

let api: AdminApiUnderTest;
let caller: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  caller = api.integration.in('v5');
});
afterAll(() => api.close());
beforeEach(() => api.dataSource.query('truncate publishing.members, publishing.labels, publishing.outbox cascade'));

async function takeEvents(): Promise<{ event: string; payload: object }[]> {
  const events = await api.dataSource.manager.find(PublishingOutboxEvent, { order: { position: 'ASC' } });
  await api.dataSource.query('truncate publishing.outbox cascade');
  return events.map(({ event, payload }) => ({ event, payload }));
}

describe('labels', () => {
  it('can be added, read, edited and deleted, with events and actions', async () => {
    const added = await caller.post('labels/', { labels: [{ name: ' Front Row ' }] });
    expect(added.status).toBe(201);
    const label = added.one('labels');
    expect(label).toEqual({
      id: expect.stringMatching(/^[\da-f]{24}$/),
      name: 'Front Row',
      slug: 'front-row',
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    const path = `labels/${String(label.id)}/`;
    expect((await caller.get(path)).one('labels')).toEqual(label);
    expect((await caller.get('labels/slug/front-row/')).one('labels')).toEqual(label);
    const edited = await caller.put(path, { labels: [{ ...label, name: 'Back Row' }] });
    expect(edited.one('labels')).toMatchObject({ name: 'Back Row', slug: 'front-row' });
    await caller.put(path, { labels: [{ name: 'Back Row' }] });
    expect((await caller.delete(path)).status).toBe(204);
    expect((await caller.delete(path)).status).toBe(404);
    expect((await caller.get(path)).status).toBe(404);
    expect(await takeEvents()).toMatchObject([
      { event: 'label.added', payload: { current: { name: 'Front Row' }, previous: {} } },
      { event: 'label.edited', payload: { current: { name: 'Back Row' }, previous: { name: 'Front Row' } } },
      { event: 'label.deleted', payload: { current: {}, previous: { name: 'Back Row' } } },
    ]);
    const actions = await api.dataSource.manager.find(Action, { where: { resourceId: String(label.id) } });
    expect(actions.map(({ event }) => event).sort()).toEqual(['added', 'deleted', 'edited']);
  });

  it.each([
    [{ name: '' }, 422],
    [{ name: ',x' }, 422],
    [{ name: 'x'.repeat(192) }, 422],
    [{ slug: 'only-a-slug' }, 422],
    [{ name: 'x', color: 'red' }, 422],
    [{ name: 'TAKEN' }, 422],
    [{}, 400],
  ])('are rejected as %j', async (label, status) => {
    await addLabel(api.dataSource.manager, { name: 'Taken' });
    expect((await caller.post('labels/', { labels: [label] })).status).toBe(status);
  });

  it('have a slug of their own when another label has it', async () => {
    await addLabel(api.dataSource.manager, { name: 'One', slug: 'same' });
    const added = await caller.post('labels/', { labels: [{ name: 'Two', slug: 'same' }] });
    expect(added.one('labels')).toMatchObject({ name: 'Two', slug: 'same-2' });
    const taken = await caller.put(`labels/${String(added.one('labels').id)}/`, { labels: [{ name: 'one' }] });
    expect([taken.status, taken.error.context]).toEqual([422, 'Label already exists labels.name']);
  });

  it('are listed by name, in pages, with their number of members', async () => {
    const members = [await addMember(api.dataSource.manager), await addMember(api.dataSource.manager)];
    await addLabel(api.dataSource.manager, { name: 'b', members });
    await addLabel(api.dataSource.manager, { name: 'A' });
    await addLabel(api.dataSource.manager, { name: 'c' });
    const page = await caller.get('labels/?limit=2&include=count.members');
    expect(page.body).toMatchObject({
      labels: [
        { name: 'A', count: { members: 0 } },
        { name: 'b', count: { members: 2 } },
      ],
      meta: { pagination: { page: 1, limit: 2, pages: 2, total: 3 } },
    });
    expect((await caller.get("labels/?filter=name:'c'&fields=name")).list('labels')).toEqual([{ name: 'c' }]);
  });

  it('are not part of v3', async () => {
    expect((await caller.in('v3').get('labels/')).status).toBe(404);
    const response = await caller.in('v3').post('members/', { members: [{ email: 'a@x.io', labels: ['x'] }] });
    expect(response.status).toBe(422);
  });
});

describe('the labels of members', () => {
  it('are named by id, slug or name, and created when they are new', async () => {
    const { manager } = api.dataSource;
    const [one, two] = [await addLabel(manager, { name: 'One' }), await addLabel(manager, { name: 'Two' })];
    const labels = [{ id: one.id }, { slug: two.slug }, { name: 'ONE' }, 'Three', { name: 'three' }];
    const added = await caller.post('members/', { members: [{ email: 'a@x.io', labels }] });
    expect(added.one('members').labels).toMatchObject([{ name: 'One' }, { name: 'Two' }, { name: 'Three' }]);
    expect((await takeEvents()).map(({ event }) => event)).toEqual(['label.added', 'member.added']);
    const { id } = added.one('members');
    const edited = await caller.put(`members/${String(id)}/`, { members: [{ labels: ['Three', 'One'] }] });
    expect(edited.one('members').labels).toMatchObject([{ name: 'Three' }, { name: 'One' }]);
    expect(await takeEvents()).toMatchObject([
      {
        event: 'member.edited',
        payload: {
          current: { labels: [{ name: 'Three' }, { name: 'One' }] },
          previous: { labels: [{ name: 'One' }, { name: 'Two' }, { name: 'Three' }] },
        },
      },
    ]);
    const emptied = await caller.put(`members/${String(id)}/`, { members: [{ labels: [] }] });
    expect(emptied.one('members').labels).toEqual([]);
    expect((await caller.get(`members/${String(id)}/`)).one('members').labels).toEqual([]);
  });

  it.each([
    [[{ id: 'f'.repeat(24) }], 'Label not found.'],
    [[{ name: ',x' }], 'Validation (matches) failed for name'],
    [Array.from({ length: 101 }, (_, index) => `l${index}`), "Validation failed for 'labels'"],
    [[{}], "Validation failed for 'labels[0]'"],
  ])('are rejected as %j', async (labels, reason) => {
    const response = await caller.post('members/', { members: [{ email: 'a@x.io', labels }] });
    expect(response.status).toBe(422);
    expect(String(response.error.context)).toContain(reason);
    expect(await takeEvents()).toEqual([]);
  });

  it('are created once by concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        caller.post('members/', { members: [{ email: `m${index}@x.io`, labels: ['Same', `own ${index % 2}`] }] }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect((await caller.get('labels/?fields=name')).list('labels').map(({ name }) => name)).toEqual([
      'own 0',
      'own 1',
      'Same',
    ]);
  });

  it('filter members, and go with the label', async () => {
    const { manager } = api.dataSource;
    const [anna, bob, carol] = [
      await addMember(manager, { name: 'Anna' }),
      await addMember(manager, { name: 'Bob' }),
      await addMember(manager, { name: 'Carol' }),
    ];
    const vip = await addLabel(manager, { slug: 'vip', members: [anna, bob] });
    await addLabel(manager, { slug: 'new', name: 'New here', members: [bob, carol] });
    const named = async (filter: string): Promise<unknown> =>
      (await caller.get(`members/?filter=${filter}&order=name`)).list('members').map(({ name }) => name);
    expect(await named('label:vip')).toEqual(['Anna', 'Bob']);
    expect(await named('label:vip%2Blabel:new')).toEqual(['Bob']);
    expect(await named('label:-vip')).toEqual(['Carol']);
    expect(await named("labels.name:'New here'")).toEqual(['Bob', 'Carol']);
    expect((await caller.delete(`labels/${vip.id}/`)).status).toBe(204);
    expect(await named('label:vip')).toEqual([]);
  });
});
