import { ApiKey } from '@almanac/entities';
import { addMember, addPost } from '@almanac/testing';
import { createHmac } from 'node:crypto';
import { type AdminApiUnderTest, SITE_URL, startAdminApi, tokenFor } from './admin-api';
import type { ApiResponse } from './caller';

let api: AdminApiUnderTest;
let schedulerKey: ApiKey;
beforeAll(async () => {
  api = await startAdminApi();
  schedulerKey = await api.dataSource.manager.findOneByOrFail(ApiKey, { role: { name: 'Scheduler Integration' } });
});
afterAll(() => api.close());

const MINUTE = 60_000;
const fromNow = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);

function publish(
  path: string,
  { key = schedulerKey, body }: { key?: ApiKey; body?: object } = {},
): Promise<ApiResponse> {
  const token = tokenFor(key, 'http://localhost:2368/ghost/api/v2/admin/');
  return api.anonymous.in('v2').put(`schedules/${path}/?token=${token}`, body);
}

/** A token with any header and claims and a valid HS256 signature. */
function forgedToken(header: object, claims: object, secret: string): string {
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(text).digest('base64url')}`;
}

async function scheduled(ms: number, type: 'post' | 'page' = 'post'): Promise<string> {
  const at = fromNow(ms);
  const { id } = await addPost(api.dataSource.manager, {
    type,
    status: 'scheduled',
    publishedAt: at,
    authors: [{ id: '1' }],
  });
  return id;
}

describe('PUT schedules', () => {
  it('publishes a due post or page once, and responds with it', async () => {
    for (const [type, root] of [
      ['post', 'posts'],
      ['page', 'pages'],
    ] as const) {
      const id = await scheduled(-MINUTE, type);
      const first = await publish(`${root}/${id}`);
      expect([first.status, first.headers['x-cache-invalidate']]).toEqual([200, '/*']);
      expect(first.one(root)).toMatchObject({ id, status: 'published', authors: [{ id: '1' }] });
      const second = await publish(`${root}/${id}`);
      expect([second.status, second.headers['x-cache-invalidate']]).toEqual([200, undefined]);
    }
  });

  it('responds with the mail that the publication requested', async () => {
    const { id } = await addPost(api.dataSource.manager, {
      status: 'scheduled',
      publishedAt: fromNow(-MINUTE),
      authors: [{ id: '1' }],
      sendEmailWhenPublished: true,
    });
    await addMember(api.dataSource.manager);
    const token = tokenFor(schedulerKey, '/v3/admin/');
    const response = await api.anonymous.in('v3').put(`schedules/posts/${id}/?token=${token}`);
    expect(response.one('posts').email).toMatchObject({ post_id: id, status: 'pending' });
  });

  it('publishes a late post only with `force: true`', async () => {
    const id = await scheduled(-10 * MINUTE);
    for (const body of [undefined, { force: 'true' }]) {
      const late = await publish(`posts/${id}`, { body });
      expect([late.status, late.error.message]).toEqual([404, 'Use the force flag to publish a post in the past.']);
    }
    expect((await publish(`posts/${id}`, { body: { force: true } })).status).toBe(200);
  });

  it('responds 404 for drafts, for posts that are not due, and for unknown ids', async () => {
    const draft = await addPost(api.dataSource.manager, { status: 'draft', publishedAt: null });
    const page = await scheduled(0, 'page');
    const message = async (path: string): Promise<unknown> => {
      const { status, error } = await publish(path);
      return [status, error.message, error.context];
    };
    expect(await message(`posts/${draft.id}`)).toEqual([404, 'Job not found.', null]);
    expect(await message(`posts/${await scheduled(10 * MINUTE)}`)).toEqual([404, 'Job not found.', null]);
    expect(await message(`posts/${page}`)).toEqual([404, 'Post not found.', null]);
    expect(await message(`posts/${'0'.repeat(24)}`)).toEqual([404, 'Post not found.', null]);
    expect(await message('posts/zzz')).toEqual([422, 'Validation (matches) failed for id', null]);
    expect(await message(`tags/${page}`)).toEqual([422, 'Validation (AllowedValues) failed for resource', null]);
  });

  it('accepts only the scheduler key in the query string (B13, D14)', async () => {
    const id = await scheduled(-MINUTE);
    expect((await publish(`posts/${id}`, { key: api.adminKey })).status).toBe(403);
    expect((await api.integration.put(`schedules/posts/${id}/`)).error.message).toBe(
      'Invalid token: No token found in URL',
    );
    expect((await api.owner.put(`schedules/posts/${id}/`)).status).toBe(401);
  });

  const now = Math.floor(Date.now() / 1000);
  const ours = { iat: now, exp: now + 21_600, nbf: now - 600, aud: `${SITE_URL}/ghost/api/v2/admin/` };
  it.each<[string, object, object?]>([
    ['without exp', { exp: undefined }],
    ['without iat', { iat: undefined }],
    ['with an iat 90 seconds ahead', { iat: now + 90 }],
    ['for another site', { aud: 'https://evil.example/ghost/api/v2/admin/' }],
    ['with an audience that only ends like a valid one', { aud: 'xv2/admin' }],
    ['for another version', { aud: `${SITE_URL}/ghost/api/v3/admin/` }],
    ['with an unknown crit', {}, { crit: ['x'] }],
    ['with a list as `kid`', {}, { kid: ['x'] }],
  ])('rejects a token %s', async (_what, changes, header = {}) => {
    const id = await scheduled(-MINUTE);
    const send = async (more: object, head: object): Promise<number> => {
      const full = { alg: 'HS256' as const, typ: 'JWT', kid: schedulerKey.id, ...head };
      const claims = JSON.parse(JSON.stringify({ ...ours, ...more })) as object;
      const token = forgedToken(full, claims, schedulerKey.secret);
      return (await api.anonymous.in('v2').put(`schedules/posts/${id}/?token=${token}`)).status;
    };
    expect(await send(changes, header)).toBe(401);
    expect(await send({}, {})).toBe(200);
  });
});

describe('GET schedules', () => {
  it.each(['v2', 'v3'] as const)(
    'lists every scheduled post and page in %s and ignores the query (seed: Endpoints)',
    async (version) => {
      const [post, page] = [await scheduled(30 * MINUTE), await scheduled(90 * MINUTE, 'page')];
      const response = await api.owner.in(version).get('schedules/?from=2001-01-01&to=2001-01-02');
      expect(response.status).toBe(200);
      expect(response.list('posts').map(({ id }) => id)).toContain(post);
      expect(response.list('pages').map(({ id }) => id)).toContain(page);
      expect(response.list('posts').every(({ status }) => status === 'scheduled')).toBe(true);
    },
  );
});
