import { addPost } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';

describe('preview links', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const addDraft = async () => addPost(api.dataSource.manager, { status: 'draft', publishedAt: null });
  const links = async (id: string): Promise<number> => {
    const [row] = await api.dataSource.query<{ n: number }[]>(
      'select count(*)::int as n from publishing.preview_links where post_id = $1',
      [id],
    );
    return row?.n ?? 0;
  };

  it('opens a link for 24 hours and stores no token', async () => {
    const { id, uuid } = await addDraft();
    const response = await api.owner.in('canary').post(`posts/${id}/preview_link/`);
    expect([response.status, response.headers['cache-control']]).toEqual([201, 'no-store']);
    const { url, token, expires_at } = response.one('preview_links');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(url).toBe(`${SITE_URL}/p/${uuid}/?token=${String(token)}`);
    expect(Math.abs(new Date(String(expires_at)).getTime() - Date.now() - 86_400_000)).toBeLessThan(60_000);
    const rows = JSON.stringify(await api.dataSource.query('select * from publishing.preview_links'));
    expect(rows).not.toContain(token);
  });

  it('stores no token of a request with Idempotency-Key, and opens another link when it is repeated', async () => {
    const { id } = await addDraft();
    const owner = api.owner.in('canary').with({ 'idempotency-key': 'preview' });
    const tokens = [];
    for (let n = 0; n < 2; n++)
      tokens.push(String((await owner.post(`posts/${id}/preview_link/`)).one('preview_links').token));
    expect(new Set(tokens).size).toBe(2);
    const rows = JSON.stringify(await api.dataSource.query('select * from publishing.idempotency_keys'));
    for (const token of tokens) expect(rows).not.toContain(token);
  });

  it('ends all links of a post', async () => {
    const [{ id }, other] = [await addDraft(), await addDraft()];
    for (const one of [id, id, other.id]) await api.owner.in('canary').post(`posts/${one}/preview_link/`);
    expect((await api.owner.in('canary').delete(`posts/${id}/preview_link/`)).status).toBe(204);
    expect([await links(id), await links(other.id)]).toEqual([0, 1]);
  });

  it('keeps the 20 newest links of a post', async () => {
    const { id } = await addDraft();
    let newest = '';
    for (let n = 0; n < 23; n++) {
      newest = String((await api.owner.in('canary').post(`posts/${id}/preview_link/`)).one('preview_links').token);
    }
    expect(await links(id)).toBe(20);
    const [row] = await api.dataSource.query<{ n: number }[]>(
      `select count(*)::int as n from publishing.preview_links where token_digest = encode(sha256($1::bytea), 'hex')`,
      [newest],
    );
    expect(row?.n).toBe(1);
  });

  it('does not open a page as a post, nor exist in older versions', async () => {
    const { id } = await addPost(api.dataSource.manager, { type: 'page', status: 'draft', publishedAt: null });
    expect((await api.owner.in('canary').post(`posts/${id}/preview_link/`)).status).toBe(404);
    expect((await api.owner.in('canary').post(`pages/${id}/preview_link/`)).status).toBe(201);
    expect((await api.owner.in('v5').post(`pages/${id}/preview_link/`)).status).toBe(404);
  });
});
