import { ImportRun } from '@almanac/entities';
import { ImportRunsService } from '@almanac/publishing';
import { addIntegration } from '@almanac/testing';
import { BackgroundImports } from '../src/site-content/background-imports';
import { TemporaryUploads } from '../src/site-content/temporary-uploads';
import { SiteImports } from '../src/site-content/site-imports';
import { type AdminApiUnderTest, callerWithKey, startAdminApi, tokenFor } from './admin-api';
import { type ApiResponse, Caller } from './caller';
import { postForm } from './multipart';

type State = {
  id: string;
  status: string;
  progress: object | null;
  error: { message: string; type: string; help: string | null } | null;
  problems: object[];
  report: { failed: number; tables: object[] } | null;
  finished_at: string | null;
};

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

let number = 0;
const posts = (count: number): object[] =>
  Array.from({ length: count }, () => {
    number += 1;
    return { id: String(number).padStart(24, '0'), title: `Post ${number}`, slug: `p-${number}`, html: '<p>text</p>' };
  });
const exportOf = (data: object): string => JSON.stringify({ db: [{ meta: { version: '5.87.1' }, data }] });

const importAsync = (caller: Caller, content: string, filename = 'export.json'): Promise<ApiResponse> =>
  postForm(caller.with({ prefer: 'respond-async' }), 'db/', [
    { name: 'importfile', filename, content, type: 'application/json' },
  ]);
const stateOf = (response: ApiResponse): State => response.one('imports') as State;

async function poll(caller: Caller, id: string): Promise<State> {
  for (;;) {
    const state = stateOf(await caller.get(`db/imports/${id}/`));
    if (state.status !== 'running') return state;
  }
}

describe('POST /db/ with Prefer: respond-async', () => {
  it('responds at once, and the result can be read later', async () => {
    const response = await importAsync(api.owner, exportOf({ posts: posts(50) }));
    const { id, status } = stateOf(response);
    expect([response.status, status, response.headers.location, response.headers['preference-applied']]).toEqual([
      202,
      'running',
      expect.stringMatching(new RegExp(`/admin/db/imports/${id}/$`)),
      'respond-async',
    ]);
    const state = await poll(api.owner, id);
    expect(state).toMatchObject({
      status: 'finished',
      error: null,
      finished_at: expect.any(String),
      report: { failed: 0, tables: [{ table: 'posts', read: 50 }] },
    });
    const location = String(response.headers.location).replace(/^.*\/admin\//, '');
    expect((await api.owner.get(location)).status).toBe(200);
  });

  it('names the import by a path without a version after a request without a version', async () => {
    const caller = new Caller(api.app, () => ({
      authorization: `Ghost ${tokenFor(api.adminKey, '/admin/')}`,
      prefer: 'respond-async',
    }));
    const response = await postForm(caller, '/ghost/api/admin/db/', [
      { name: 'importfile', filename: 'export.json', content: exportOf({ posts: posts(1) }), type: 'application/json' },
    ]);
    const { id } = stateOf(response);
    expect([response.status, response.headers.location]).toEqual([202, `/ghost/api/admin/db/imports/${id}/`]);
    const read = await caller.get(String(response.headers.location));
    expect([read.status, stateOf(read).id]).toEqual([200, id]);
    await poll(api.owner, id);
  });

  it.each([
    ['a file that is not JSON', '{"db": [', 'export.json', 'BadRequestError', /Failed to parse/],
    ['JSON that is not an export', '{"a": 1}', 'export.json', 'ValidationError', /not an export/],
    ['a file that is not an archive', 'PK', 'export.zip', 'ValidationError', /could not be read/],
  ])('fails for %s with the reason', async (_, content, filename, type, message) => {
    const response = await importAsync(api.owner, content, filename);
    expect(response.status).toBe(202);
    const state = await poll(api.owner, stateOf(response).id);
    expect(state).toMatchObject({ status: 'failed', error: { type, message: expect.stringMatching(message) } });
  });

  it('allows one import at a time, and the next one afterwards', async () => {
    const [first, second] = await Promise.all([
      importAsync(api.owner, exportOf({ posts: posts(300) })),
      importAsync(api.owner, exportOf({ posts: posts(1) })),
    ]);
    expect([first.status, second.status].sort()).toEqual([202, 503]);
    const accepted = first.status === 202 ? first : second;
    await poll(api.owner, stateOf(accepted).id);
    const next = await importAsync(api.owner, exportOf({ posts: posts(1) }));
    expect(next.status).toBe(202);
    await poll(api.owner, stateOf(next).id);
  });

  it('keeps the place of an import that starts while the end of the one before is stored', async () => {
    const imports = api.app.get(SiteImports);
    const runs = api.app.get(ImportRunsService);
    const storeEnd = runs.end.bind(runs);
    const reserved = new Promise<() => void>((resolve) => {
      jest.spyOn(runs, 'end').mockImplementationOnce((...end) => {
        resolve(imports.reserve());
        return storeEnd(...end);
      });
    });
    await importAsync(api.owner, exportOf({ posts: posts(1) }));
    const release = await reserved;
    await api.app.get(BackgroundImports).beforeApplicationShutdown();
    const next = await importAsync(api.owner, exportOf({ posts: posts(1) }));
    release();
    expect(next.status).toBe(503);
  });

  it('leaves no import recorded as running after its state could not be read', async () => {
    const getById = jest
      .spyOn(api.app.get(ImportRunsService), 'getById')
      .mockRejectedValueOnce(new Error('no connection'));
    await importAsync(api.owner, exportOf({ posts: posts(1) }), 'not-read.json');
    getById.mockRestore();
    await api.app.get(BackgroundImports).beforeApplicationShutdown();
    const running = `select id from publishing.imports where filename = 'not-read.json' and finished_at is null`;
    expect(await api.dataSource.query(running)).toEqual([]);
  });

  it('waits before the service ends for every import whose end is not stored', async () => {
    const background = api.app.get(BackgroundImports);
    const runs = api.app.get(ImportRunsService);
    const storeEnd = runs.end.bind(runs);
    let storeEndOfFirst = (): void => undefined;
    const ended = new Promise<void>((resolve) => {
      jest.spyOn(runs, 'end').mockImplementationOnce(async (...end) => {
        resolve();
        await new Promise<void>((store) => (storeEndOfFirst = store));
        return storeEnd(...end);
      });
    });
    const first = stateOf(await importAsync(api.owner, exportOf({ posts: posts(1) })));
    await ended;
    const second = stateOf(await importAsync(api.owner, exportOf({ posts: posts(1) })));
    await poll(api.owner, second.id);
    let hasWaited = false;
    const waited = background.beforeApplicationShutdown().then(() => (hasWaited = true));
    expect(stateOf(await api.owner.get(`db/imports/${first.id}/`)).status).toBe('running');
    expect(hasWaited).toBe(false);
    storeEndOfFirst();
    await waited;
    expect(stateOf(await api.owner.get(`db/imports/${first.id}/`)).status).toBe('finished');
  });

  it('starts no import, and keeps no place, if its start cannot be recorded', async () => {
    jest.spyOn(api.app.get(ImportRunsService), 'start').mockRejectedValueOnce(new Error('no connection'));
    const run = jest.spyOn(api.app.get(SiteImports), 'run');
    expect((await importAsync(api.owner, exportOf({ posts: posts(1) }))).status).toBe(500);
    expect(run).not.toHaveBeenCalled();
    run.mockRestore();
    const next = await importAsync(api.owner, exportOf({ posts: posts(1) }));
    expect(next.status).toBe(202);
    await poll(api.owner, stateOf(next).id);
  });

  it('stores the result even if the uploaded file cannot be removed', async () => {
    const background = api.app.get(BackgroundImports);
    const uploads = api.app.get(TemporaryUploads);
    const store = uploads.store.bind(uploads);
    jest.spyOn(uploads, 'store').mockImplementationOnce(async (file) => {
      const kept = await store(file);
      return { ...kept, remove: () => kept.remove().then(() => Promise.reject(new Error('EBUSY'))) };
    });
    const { id } = stateOf(await importAsync(api.owner, exportOf({ posts: posts(1) })));
    await background.beforeApplicationShutdown();
    expect(stateOf(await api.owner.get(`db/imports/${id}/`)).status).toBe('finished');
  });

  it('rejects a wrong form and a caller without the right before it reads the file, and keeps no place', async () => {
    const wrong = await postForm(api.owner.with({ prefer: 'respond-async' }), 'db/', [{ name: 'x', content: 'y' }]);
    expect(wrong.status).toBe(422);
    for (const caller of [await api.as('Editor'), await api.as('Author'), api.anonymous]) {
      expect((await importAsync(caller, exportOf({}))).status).toBe(403);
    }
    const next = await importAsync(api.owner, exportOf({ posts: posts(1) }));
    expect(next.status).toBe(202);
    await poll(api.owner, stateOf(next).id);
  });
});

describe('GET /db/imports/:id/', () => {
  it('shows an import of an integration to it and to administrators only', async () => {
    const started = stateOf(await importAsync(api.integration, exportOf({ posts: posts(1) })));
    await poll(api.integration, started.id);
    const { adminKey } = await addIntegration(api.dataSource.manager);
    const another = callerWithKey(api.app, adminKey);
    const statuses = async (caller: Caller) => (await caller.get(`db/imports/${started.id}/`)).status;
    expect(await statuses(api.integration)).toBe(200);
    expect(await statuses(api.owner)).toBe(200);
    expect(await statuses(await api.as('Administrator'))).toBe(200);
    expect(await statuses(another)).toBe(404);
    expect(await statuses(await api.as('Editor'))).toBe(403);
    expect(await statuses(await api.as('Author'))).toBe(403);
    expect(await statuses(api.anonymous)).toBe(403);
  });

  it('shows an import whose process was killed as failed', async () => {
    const run = { id: 'f'.repeat(24), actor: 'user:1', filename: 'a.json', expiresAt: new Date('2099-01-01') };
    await api.dataSource.manager.insert(ImportRun, { ...run, beatAt: new Date(Date.now() - 61_000) });
    const state = stateOf(await api.owner.get(`db/imports/${run.id}/`));
    expect(state).toMatchObject({
      status: 'failed',
      error: { message: expect.stringMatching(/process .* has ended/) },
    });
    await api.dataSource.manager.update(ImportRun, { id: run.id }, { beatAt: new Date() });
    expect(stateOf(await api.owner.get(`db/imports/${run.id}/`)).status).toBe('running');
  });
});

describe('a service that stops', () => {
  it('cancels the import and records it as failed, without a part of the file', async () => {
    const service = await startAdminApi();
    const rows = posts(3_000);
    const { id } = stateOf(await importAsync(service.owner, exportOf({ posts: rows })));
    await service.app.close();
    const [row] = await service.dataSource.query(
      `select error, finished_at, (select count(*)::int from publishing.posts) as posts from publishing.imports where id = $1`,
      [id],
    );
    expect(row).toMatchObject({ error: { type: 'MaintenanceError' }, finished_at: expect.any(Date), posts: 0 });
    await service.close();
  });
});
