import { LexicalRenderer } from '@almanac/rendering';
import { lexicalOf } from '@almanac/testing';
import { Worker } from 'node:worker_threads';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

const add = (fields: object): Promise<ApiResponse> =>
  api.integration.in('canary').post('posts/', { posts: [{ title: 'x', ...fields }] });
const statusOf = async (path: string): Promise<number> => (await api.anonymous.get(path)).status;

describe('the thread that renders lexical documents', () => {
  it('is replaced after it ended while it rendered: the client gets 503 with Retry-After, and can repeat', async () => {
    expect((await add({ lexical: lexicalOf('starts the thread') })).status).toBe(201);
    const send = jest.spyOn(Worker.prototype, 'postMessage');
    const adding = add({ lexical: lexicalOf('lost') });
    await new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        if (send.mock.contexts.length === 0) return;
        clearInterval(poll);
        resolve();
      }, 1);
    });
    const [thread] = send.mock.contexts;
    send.mockRestore();
    if (thread instanceof Worker) await thread.terminate();
    const refused = await adding;
    // The document may have been rendered before the thread ended.
    if (refused.status !== 201) {
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
      expect(refused.error).toMatchObject({ type: 'MaintenanceError' });
    }
    expect((await add({ lexical: lexicalOf('lost') })).status).toBe(201);
  });

  it('is ended by the shutdown; meanwhile only lexical documents get 503, and nothing is stored', async () => {
    const count = async (): Promise<number> => (await api.dataSource.query('select 1 from publishing.posts')).length;
    const before = await count();
    await api.app.get(LexicalRenderer).close();
    for (const fields of [{ lexical: lexicalOf('x') }, { title: 'y', lexical: lexicalOf('y') }]) {
      const refused = await add(fields);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    }
    expect(await count()).toBe(before);
    expect((await add({ title: 'Mobiledoc' })).status).toBe(201);
    expect([await statusOf('/health/live'), await statusOf('/health/ready')]).toEqual([200, 200]);
  });
});
