import newestClient from 'ghost-admin-api-newest';
import oldestClient from 'ghost-admin-api-1.0';
import middleClient from 'ghost-admin-api-1.4';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';

let api: AdminApiUnderTest;
let url: string;
const FOLDER = mkdtempSync(join(tmpdir(), 'almanac-clients-'));
const IMAGE = join(FOLDER, 'pixel.png');
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
writeFileSync(IMAGE, Buffer.from(PIXEL, 'base64'));
beforeAll(async () => {
  api = await startAdminApi();
  await api.app.listen(0, '127.0.0.1');
  url = await api.app.getUrl();
  // Newer clients warn about every version of Ghost 3.
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterAll(async () => {
  await api.close();
  rmSync(FOLDER, { recursive: true });
});

const clients = [
  ['1.0', oldestClient],
  ['1.4', middleClient],
  ['the newest', newestClient],
] as const;
/** Pages of Ghost 2 and 3 ignore `source=html`. */
const pagesFromHtml = new Set<string>(['canary']);
const withoutMembers = new Set<string>(['v2']);
const versions = ['v2', 'v3', 'canary'] as const;
const cases = clients.flatMap(([name, Client]) => versions.map((version) => ({ name, Client, version })));

describe.each(cases)('the official client $name in $version', ({ Client, version }) => {
  const connect = (): InstanceType<typeof Client> =>
    new Client({ url, version, key: `${api.adminKey.id}:${api.adminKey.secret}` });

  it.each(['posts', 'pages'] as const)('creates, reads, lists, edits and deletes %s', async (resource) => {
    const { [resource]: posts } = connect();
    const added = await posts.add({ title: 'By a client', html: '<p>text</p>', tags: ['Client'] }, { source: 'html' });
    expect(added).toMatchObject({ title: 'By a client', status: 'draft', tags: [{ name: 'Client' }] });
    const read = await posts.read({ id: String(added.id) }, { formats: ['html', 'mobiledoc'] });
    expect(read.html).toBe(resource === 'posts' || pagesFromHtml.has(version) ? '<p>text</p>' : null);
    expect(await posts.read({ slug: String(added.slug) })).toMatchObject({ id: added.id });
    const published = await posts.edit({ ...read, status: 'published' });
    expect(published).toMatchObject({ status: 'published', url: `${SITE_URL}/${String(added.slug)}/` });
    const listed = await posts.browse({ limit: 1, filter: `id:${String(added.id)}`, include: 'tags' });
    expect([...listed]).toMatchObject([{ id: added.id }]);
    expect(listed.meta.pagination).toMatchObject({ page: 1, limit: 1, total: 1 });
    await posts.delete({ id: String(added.id) });
    await expect(posts.read({ id: String(added.id) })).rejects.toMatchObject({
      type: 'NotFoundError',
      context: resource === 'posts' ? 'Post not found.' : 'Page not found.',
    });
  });

  it('creates, reads, lists, edits and deletes tags', async () => {
    const { tags } = connect();
    const added = await tags.add({ name: 'Client tag', description: 'd' });
    expect(await tags.read({ slug: String(added.slug) }, { include: 'count.posts' })).toMatchObject({
      count: { posts: 0 },
    });
    expect(await tags.edit({ id: String(added.id), name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    expect((await tags.browse({ limit: 'all', filter: `slug:${String(added.slug)}` })).length).toBe(1);
    await tags.delete({ id: String(added.id) });
    await expect(tags.read({ id: String(added.id) })).rejects.toMatchObject({ type: 'NotFoundError' });
  });

  it('schedules and unschedules a post', async () => {
    const { posts } = connect();
    const added = await posts.add({ title: 'Later', status: 'scheduled', published_at: '2034-05-06T07:08:09.000Z' });
    const draft = await posts.edit({ id: String(added.id), updated_at: String(added.updated_at), status: 'draft' });
    expect(draft).toMatchObject({ status: 'draft', published_at: '2034-05-06T07:08:09.000Z' });
  });

  it('receives the error of the API', async () => {
    await expect(connect().posts.add({ title: 'x', bogus: true })).rejects.toMatchObject({
      type: 'ValidationError',
      message: 'Validation error, cannot save post.',
      context: "Validation failed for 'posts[0]'",
    });
  });

  it('reads and lists users', async () => {
    const { users } = connect();
    expect(await users.read({ id: '1' }, { include: 'roles' })).toMatchObject({ roles: [{ name: 'Owner' }] });
    expect(await users.read({ slug: 'owner' })).toMatchObject({ id: '1' });
    expect(await users.read({ email: 'owner@example.com' })).toMatchObject({ id: '1' });
    expect((await users.browse({ limit: 1 })).meta.pagination).toMatchObject({ limit: 1 });
  });

  it('adds and deletes webhooks', async () => {
    const { webhooks } = connect();
    const target = `http://127.0.0.1:9/${encodeURIComponent(Client.name)}/${version}/${Date.now()}`;
    const added = await webhooks.add({ event: 'post.published', target_url: target });
    expect(added).toMatchObject({ event: 'post.published', target_url: target, status: 'available' });
    await webhooks.delete({ id: String(added.id) });
  });

  it('uploads images', async () => {
    const uploaded = await connect().images.upload({ file: IMAGE, ref: 'mine' });
    expect(uploaded).toMatchObject({ ref: 'mine' });
    expect(uploaded.url).toMatch(new RegExp(`^${SITE_URL}/content/images/\\d{4}/\\d{2}/pixel(-\\d+)?\\.png$`));
  });

  it('creates, reads, lists, edits and deletes members in versions that have them (seed: Versioning)', async () => {
    const { members } = connect();
    if (withoutMembers.has(version)) {
      await expect(members.browse()).rejects.toMatchObject({ type: 'NotFoundError' });
      return;
    }
    const added = await members.add({ email: `m-${Date.now()}@example.com`, name: 'Member' });
    expect(await members.read({ id: String(added.id) })).toMatchObject({ name: 'Member' });
    expect(await members.edit({ id: String(added.id), name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    expect((await members.browse({ limit: 1 })).meta.pagination).toMatchObject({ limit: 1 });
    await members.delete({ id: String(added.id) });
  });

  it('reads the site and the configuration', async () => {
    const client = connect();
    expect(await client.site.read()).toMatchObject({ url: `${SITE_URL}/`, version: '3.0' });
    if ('config' in client) expect(await client.config.read()).toHaveProperty('version');
  });
});
