import { ApiKey } from '@almanac/entities';
import { addPost } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi, tokenFor } from './admin-api';
import type { Answer } from './caller';

let api: AdminApiUnderTest;
let schedulerKey: ApiKey;
beforeAll(async () => {
  api = await startAdminApi();
  schedulerKey = await api.dataSource.manager.findOneByOrFail(ApiKey, { role: { name: 'Scheduler Integration' } });
});
afterAll(() => api.close());

const minute = 60_000;
const fromNow = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);

function ring(path: string, { key = schedulerKey, body }: { key?: ApiKey; body?: object } = {}): Promise<Answer> {
  const token = tokenFor(key, 'http://localhost:2368/ghost/api/v2/admin/');
  return api.anonymous.in('v2').put(`schedules/${path}/?token=${token}`, body);
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
  it('publishes a post or page whose moment has come and answers with it, once', async () => {
    for (const [type, root] of [
      ['post', 'posts'],
      ['page', 'pages'],
    ] as const) {
      const id = await scheduled(-minute, type);
      const first = await ring(`${root}/${id}`);
      expect([first.status, first.headers['x-cache-invalidate']]).toEqual([200, '/*']);
      expect(first.one(root)).toMatchObject({ id, status: 'published', authors: [{ id: '1' }] });
      const second = await ring(`${root}/${id}`);
      expect([second.status, second.headers['x-cache-invalidate']]).toEqual([200, undefined]);
    }
  });

  it('publishes what is late when told to by a true flag', async () => {
    const id = await scheduled(-10 * minute);
    for (const body of [undefined, { force: 'true' }]) {
      const late = await ring(`posts/${id}`, { body });
      expect([late.status, late.error.message]).toEqual([404, 'Use the force flag to publish a post in the past.']);
    }
    expect((await ring(`posts/${id}`, { body: { force: true } })).status).toBe(200);
  });

  it('finds no job for drafts, for what lies ahead, and for what is not there', async () => {
    const draft = await addPost(api.dataSource.manager, { status: 'draft', publishedAt: null });
    const page = await scheduled(0, 'page');
    const message = async (path: string): Promise<unknown> => {
      const { status, error } = await ring(path);
      return [status, error.message, error.context];
    };
    expect(await message(`posts/${draft.id}`)).toEqual([404, 'Job not found.', null]);
    expect(await message(`posts/${await scheduled(10 * minute)}`)).toEqual([404, 'Job not found.', null]);
    expect(await message(`posts/${page}`)).toEqual([404, 'Post not found.', null]);
    expect(await message(`posts/${'0'.repeat(24)}`)).toEqual([404, 'Post not found.', null]);
    expect(await message('posts/zzz')).toEqual([422, 'Validation (matches) failed for id', 'undefined.id']);
    expect(await message(`tags/${page}`)).toEqual([422, 'Validation (AllowedValues) failed for resource', null]);
  });

  it('takes the key of the scheduler in the query and nothing else (B13, D14)', async () => {
    const id = await scheduled(-minute);
    expect((await ring(`posts/${id}`, { key: api.adminKey })).status).toBe(403);
    expect((await api.integration.put(`schedules/posts/${id}/`)).error.message).toBe(
      'Invalid token: No token found in URL',
    );
    expect((await api.owner.put(`schedules/posts/${id}/`)).status).toBe(401);
  });
});

describe('GET schedules', () => {
  it.each(['v2', 'v3'] as const)(
    'lists every scheduled post and page in %s, whatever is asked (seed: Endpoints)',
    async (version) => {
      const [post, page] = [await scheduled(30 * minute), await scheduled(90 * minute, 'page')];
      const answer = await api.owner.in(version).get('schedules/?from=2001-01-01&to=2001-01-02');
      expect(answer.status).toBe(200);
      expect(answer.list('posts').map(({ id }) => id)).toContain(post);
      expect(answer.list('pages').map(({ id }) => id)).toContain(page);
      expect(answer.list('posts').every(({ status }) => status === 'scheduled')).toBe(true);
    },
  );
});
