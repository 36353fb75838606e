import * as errors from '@almanac/errors';
import * as client from '@almanac/client';
import {
  AdminClient,
  CalendarClient,
  ContentClient,
  NotFoundError,
  UnauthorizedError,
  UpdateCollisionError,
  ValidationError,
  verifyWebhook,
} from '@almanac/client';
import { landscape } from '../src/seed/landscape';
import { type LocalDescription } from '../src/local-description';
import { eventually, LocalInstallation, type LocalRun } from './local-run';
import { Receiver } from './whole-path';

jest.setTimeout(180_000);

const WINDOW = { from: '2026-12-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };
const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

it('the client has a class for each error of the services', () => {
  const classes = Object.keys(errors).filter((name) => name.endsWith('Error') && name !== 'AlmanacError');
  expect(classes.length).toBeGreaterThan(10);
  expect(Object.keys(client)).toEqual(expect.arrayContaining(classes));
});

// Made before the first request: it blocks this process for seconds, in which the service closes idle connections.
const image = new Uint8Array(landscape(0));

describe('@almanac/client against the running services', () => {
  let installation: LocalInstallation;
  let run: LocalRun;
  let local: LocalDescription;
  let admin: AdminClient<'v5'>;
  let content: ContentClient<'v5'>;

  beforeAll(async () => {
    installation = await LocalInstallation.create();
    run = installation.start();
    local = await run.ready();
    admin = new AdminClient({ url: local.adminApiUrl, key: local.adminKey, version: 'v5' });
    content = new ContentClient({ url: local.contentApiUrl, key: local.contentKey, version: 'v5' });
  });
  afterAll(async () => {
    run.kill('SIGINT');
    await run.end();
    installation.remove();
  });

  it('reads lists, single resources and settings', async () => {
    const { posts, meta } = await content.get('/posts/', {
      params: { query: { include: 'tags,authors', filter: 'tag:sea', limit: 2 } },
    });
    expect(posts).toHaveLength(2);
    expect(meta.pagination.total).toBeGreaterThan(2);
    const [found] = (await content.get('/posts/slug/{slug}/', { params: { path: { slug: posts[0]?.slug ?? '' } } }))
      .posts;
    expect(found?.id).toBe(posts[0]?.id);
    expect((await content.get('/settings/')).settings.title).toBe('The Harbour Almanac');
  });

  it('iterates over all pages of results', async () => {
    const query = { limit: 5, order: 'id asc', fields: 'id,title' };
    const posts = await all(admin.iterate('/posts/', { params: { query } }));
    const { meta } = await admin.get('/posts/', { params: { query: { limit: 1 } } });
    expect(new Set(posts.map(({ id }) => id)).size).toBe(meta.pagination.total);
    const pages = await all(admin.pages('/posts/', { params: { query } }));
    expect(pages).toHaveLength(Math.ceil(meta.pagination.total / 5));
  });

  it('writes, and rejects with the errors of the services', async () => {
    const [made] = (await admin.post('/posts/', { body: { posts: [{ title: 'Ebb' }] } })).posts;
    const id = made?.id ?? '';
    const path = { id };
    const edit = { title: 'Flood', updated_at: made?.updated_at ?? '' };
    await admin.put('/posts/{id}/', { params: { path }, body: { posts: [edit] } });
    const outdated = { title: 'Late', updated_at: '2019-01-01T00:00:00.000Z' };
    const collision = failureOf(admin.put('/posts/{id}/', { params: { path }, body: { posts: [outdated] } }));
    expect(await collision).toBeInstanceOf(UpdateCollisionError);
    const invalid = await failureOf(admin.post('/posts/', { body: { posts: [{ title: 'x'.repeat(300) }] } }));
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid).toMatchObject({ status: 422, id: expect.any(String), context: expect.stringContaining('title') });
    expect(await admin.delete('/posts/{id}/', { params: { path } })).toBeUndefined();
    expect(await failureOf(admin.get('/posts/{id}/', { params: { path } }))).toBeInstanceOf(NotFoundError);
    const stranger = new ContentClient({ url: local.contentApiUrl, key: '0'.repeat(26) });
    expect(await failureOf(stranger.get('/posts/'))).toBeInstanceOf(UnauthorizedError);
  });

  it('repeats a POST with an Idempotency-Key without a second effect', async () => {
    const create = async (): Promise<unknown> =>
      (await admin.post('/tags/', { body: { tags: [{ name: 'Once' }] }, headers: { 'idempotency-key': 'once' } })).tags;
    expect(await create()).toEqual(await create());
  });

  it('uploads an image', async () => {
    const file = new File([image], 'harbour.png', { type: 'image/png' });
    const { images } = await admin.upload('/images/upload/', { file, purpose: 'image', ref: 'tide' });
    expect(images).toEqual([{ url: expect.stringMatching(/harbour\S*\.png$/), ref: 'tide' }]);
  });

  it('signs staff in and out; the session belongs to one client', async () => {
    const staff = new AdminClient({ url: local.adminApiUrl });
    expect(await failureOf(staff.get('/settings/'))).toMatchObject({ status: 403 });
    expect(await failureOf(staff.signIn({ ...local.owner, password: 'wrong' }))).toBeInstanceOf(client.ApiError);
    await staff.signIn(local.owner);
    expect((await staff.get('/session/')).email).toBe(local.owner.email);
    const form = { membersfile: new File(['email\nmira@readers.example\n'], 'members.csv', { type: 'text/csv' }) };
    expect((await staff.upload('/members/csv/', form)).meta.stats.imported).toBe(1);
    expect(await failureOf(new AdminClient({ url: local.adminApiUrl }).get('/settings/'))).toMatchObject({
      status: 403,
    });
    await staff.signOut();
    expect(await failureOf(staff.get('/settings/'))).toMatchObject({ status: 403 });
  });

  it('verifies webhooks, also while their secret is changed', async () => {
    const receiver = await Receiver.listen();
    const [oldSecret, secret] = ['the first secret of the webhook', 'the second secret of the webhook'];
    const input = { event: 'tag.added', target_url: receiver.url, secret: oldSecret } as const;
    const [webhook] = (await admin.post('/webhooks/', { body: { webhooks: [input] } })).webhooks;
    const staff = new AdminClient({ url: local.adminApiUrl });
    await staff.signIn(local.owner);
    const path = { id: webhook?.id ?? '' };
    await staff.put('/webhooks/{id}/', { params: { path }, body: { webhooks: [{ secret }] } });
    await admin.post('/tags/', { body: { tags: [{ name: 'Signed' }] } });
    const { body, headers } = await eventually(() => receiver.arrivals[0]);
    for (const known of [oldSecret, secret])
      expect(await verifyWebhook({ body, headers, secret: known })).toMatchObject({
        payload: { tag: { current: { name: 'Signed' } } },
      });
    await expect(verifyWebhook({ body, headers, secret: 'another' })).rejects.toThrow('No signature matches');
    const ghost = await verifyWebhook({ body, headers, secret, scheme: 'ghost' });
    expect(ghost.sentAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
    const deliveries = await all(staff.iterate('/webhooks/{id}/deliveries/', { params: { path } }));
    expect(deliveries).toHaveLength(1);
    await receiver.close();
  });

  it('reads the calendar page by page, and changes it in a session', async () => {
    const calendar = new CalendarClient({ url: local.calendarUrl });
    const inOnePage = await all(calendar.occurrences(WINDOW));
    const inPages = await all(calendar.occurrences(WINDOW, { pageSize: 7 }));
    expect(inOnePage.length).toBeGreaterThan(14);
    expect(inPages.map(({ occurrence }) => occurrence.id)).toEqual(inOnePage.map(({ occurrence }) => occurrence.id));
    expect(await calendar.me()).toBeNull();
    const input = {
      time: { timeZone: 'Europe/Lisbon', start: '2026-12-07T09:00:00Z', end: '2026-12-07T10:00:00Z' },
      info: [{ language: 'en', title: 'Stand-up' }],
      location: { name: 'Pier' },
      meta: { tags: ['Work'] },
      status: 'confirmed',
    };
    expect(await failureOf(calendar.createEvent(input))).toBeInstanceOf(UnauthorizedError);
    const { user } = await calendar.signIn(local.calendarSession.hash);
    expect((await calendar.me())?.username).toBe(user.username);
    const event = await calendar.createEvent(input);
    const id = event?.id ?? '';
    expect((await calendar.updateEvent({ id, status: 'tentative' }))?.status).toBe('tentative');
    const invalid = await failureOf(calendar.updateEvent({ id, info: [{ language: 'en', title: '' }] }));
    expect(invalid).toBeInstanceOf(ValidationError);
    expect(invalid).toMatchObject({ details: [{ path: expect.stringContaining('title') }] });
    await calendar.deleteEvent(id);
    expect(await calendar.event(id)).toBeNull();
  });

  it('is typed by the documents', () => {
    const requests = [
      // @ts-expect-error there is no such path
      () => admin.get('/nothing/'),
      // @ts-expect-error the path needs an id
      () => admin.get('/posts/{id}/'),
      // @ts-expect-error an edit needs `updated_at`
      () => admin.put('/posts/{id}/', { params: { path: { id: '1' } }, body: { posts: [{ title: 'x' }] } }),
      // @ts-expect-error not a list
      () => admin.iterate('/site/'),
      // @ts-expect-error the form needs a file
      () => admin.upload('/images/upload/', { ref: 'x' }),
    ];
    expect(requests).toHaveLength(5);
  });
});
