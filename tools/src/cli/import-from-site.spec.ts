import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FAKE_KEY, FakeGhost } from './ghost-site/fake-ghost';
import { runCommand } from './run';

const hex = (kind: string, number: number): string => `${kind}${String(number).padStart(23, '0')}`;
const lexical = (url: string): string =>
  JSON.stringify({
    root: {
      type: 'root',
      version: 1,
      direction: null,
      format: '',
      indent: 0,
      children: [{ type: 'image', version: 1, src: `${url}/content/images/2024/in-post.png`, alt: '' }],
    },
  });

const POSTS = 60;
const author = {
  id: hex('a', 1),
  name: 'Ann',
  slug: 'ann',
  email: 'ann@x.io',
  roles: [{ id: hex('c', 1), name: 'Author' }],
};
const tag = { id: hex('d', 1), name: 'News', slug: 'news' };

const contentsOf = (url: string) => ({
  users: [{ ...author, profile_image: `${url}/content/images/ann.png` }],
  tags: [tag],
  posts: Array.from({ length: POSTS }, (_, index) => ({
    id: hex('1', index),
    uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    title: `Post ${index}`,
    slug: `post-${index}`,
    lexical: lexical(url),
    mobiledoc: null,
    html: `<figure class="kg-card kg-image-card"><img src="${url}/content/images/2024/in-post.png" class="kg-image" alt loading="lazy" srcset="${url}/content/images/size/w600/2024/in-post.png 600w"></figure>`,
    feature_image: `${url}/content/images/f%C3%BCr.png`,
    ...(index === POSTS - 1
      ? { status: 'scheduled', published_at: '2999-01-01T00:00:00.000Z', newsletter: { id: hex('5', 1) } }
      : { status: 'published', published_at: '2024-01-01T00:00:00.000Z', newsletter: { id: hex('5', 1) } }),
    visibility: index === 0 ? 'tiers' : 'public',
    url: `${url}/post-${index}/`,
    authors: [author],
    tags: [tag],
  })),
  pages: [{ id: hex('2', 1), title: 'About', slug: 'about', html: '<p>About</p>', status: 'draft', authors: [author] }],
  members: [
    {
      id: hex('3', 1),
      email: 'm@x.io',
      name: 'M',
      status: 'free',
      labels: [{ id: hex('4', 1), name: 'VIP', slug: 'vip', created_at: '2021-01-01T00:00:00.000Z' }],
    },
    {
      id: hex('3', 2),
      email: 'n@x.io',
      name: 'N',
      status: 'free',
      labels: [{ id: hex('4', 1), name: 'VIP', slug: 'vip' }],
    },
  ],
});
const FILES = ['/content/images/2024/in-post.png', '/content/images/f%C3%BCr.png'];

interface Outcome {
  code: number;
  output: string;
  errors: string;
}

let ghost: FakeGhost;
let database: TestDatabase;
let folder: string;
let environment: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-site-'));
  database = await createTestDatabase();
  environment = { DATABASE_URL: database.url, STORAGE_PATH: join(folder, 'content'), GHOST_ADMIN_KEY: FAKE_KEY };
  await run('create-owner', '--name', 'Olive', '--email', 'olive@example.com');
  ghost = await FakeGhost.start(contentsOf, FILES);
});
afterEach(async () => {
  await ghost.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function run(...args: string[]): Promise<Outcome> {
  const outcome: Outcome = { code: 0, output: '', errors: '' };
  outcome.code = await runCommand({
    args,
    environment,
    write: (text) => void (outcome.output += text),
    errorStream: { write: (text) => (outcome.errors += text) },
    retryDelaysMs: [0, 0, 0, 0],
  });
  return outcome;
}
const importSite = (...more: string[]): Promise<Outcome> =>
  run('--json', 'import', ghost.url, '--allow-private-addresses', '--state', join(folder, 'state'), ...more);

async function counts(): Promise<object> {
  const [row] = await (
    await database.publishing()
  ).query(
    `select (select count(*)::int from publishing.posts where type = 'post') as posts,
       (select count(*)::int from publishing.posts where type = 'page') as pages,
       (select count(*)::int from publishing.posts_tags) as posts_tags,
       (select count(*)::int from publishing.members) as members,
       (select count(*)::int from publishing.members_labels) as members_labels,
       (select count(*)::int from publishing.posts where visibility <> 'public') as restricted`,
  );
  return row as object;
}
const ALL = { posts: POSTS, pages: 1, posts_tags: POSTS, members: 2, members_labels: 2, restricted: 1 };

describe('almanac import <url>', () => {
  it('brings posts, pages, tags, authors, members and files of a running Ghost 5; a second run changes nothing', async () => {
    const { code, output } = await importSite();
    const { report } = JSON.parse(output);
    // The picture of the author is not on the site.
    expect([code, report.failed, report.file.version]).toEqual([1, 1, '5.130']);
    expect(report.warnings).toContain('The site does not give its settings to an integration (status 403).');
    expect(await counts()).toEqual(ALL);
    expect(report.posts.changes).toContainEqual(
      expect.objectContaining({ change: 'recipients', slug: `post-${POSTS - 1}` }),
    );
    const source = await database.publishing();
    expect(await source.query(`select feature_image, lexical from publishing.posts where slug = 'post-7'`)).toEqual([
      {
        feature_image: '/content/images/f%C3%BCr.png',
        lexical: expect.stringContaining('"/content/images/2024/in-post.png"'),
      },
    ]);
    expect((await stat(join(folder, 'content/images/2024/in-post.png'))).size).toBeGreaterThan(0);
    expect((await readdir(join(folder, 'content/images'))).sort()).toEqual(['2024', 'f!c3!bcr.png']);
    expect(await readdir(folder)).not.toContain('state');

    ghost.requests.length = 0;
    const again = JSON.parse((await importSite()).output);
    expect(again.report.tables.filter(({ stored }: { stored: number }) => stored > 0)).toEqual([]);
    expect(ghost.requests.filter((url) => FILES.includes(url))).toEqual([]);
    expect(await counts()).toEqual(ALL);
  });

  it('brings settings and code with relative addresses, and the dates of labels', async () => {
    const other = await FakeGhost.start(
      (url) => ({
        ...contentsOf(url),
        tags: [{ ...tag, codeinjection_foot: `<a href="${url}/about/"><img src="${url}/content/images/p.png"></a>` }],
        settings: [
          { key: 'codeinjection_head', value: `<style>p{background:url(${url}/content/images/p.png)}</style>` },
          { key: 'navigation', value: JSON.stringify([{ label: 'About', url: `${url}/about/` }]) },
        ],
      }),
      FILES,
    );
    await run('import', other.url, '--allow-private-addresses', '--state', join(folder, 'state'));
    await other.stop();
    const source = await database.publishing();
    expect(
      await source.query(
        `select key, value from publishing.settings where key in ('codeinjection_head', 'navigation') order by key`,
      ),
    ).toEqual([
      { key: 'codeinjection_head', value: '<style>p{background:url(/content/images/p.png)}</style>' },
      { key: 'navigation', value: '[{"label":"About","url":"/about/"}]' },
    ]);
    expect(await source.query('select codeinjection_foot from publishing.tags')).toEqual([
      { codeinjection_foot: '<a href="/about/"><img src="/content/images/p.png"></a>' },
    ]);
    expect(await source.query('select created_at from publishing.labels')).toEqual([
      { created_at: new Date('2021-01-01T00:00:00.000Z') },
    ]);
  });

  it('brings the files of a Ghost in a subdirectory to the paths that its posts refer to', async () => {
    const body = (url: string) =>
      `<p>At ${url}/content/images/text.png</p>\n<img src="${url}/content/images/html.png">` +
      '<img src="/blog/content/images/relative.png"><img src="https://other.example/blog/content/images/other.png">' +
      `<img src="https://other.example/${url}/content/images/other.png"><a href="${url}/about/">About</a>`;
    const images = ['2024/in-post', 'f', 'cover', 'text', 'html', 'relative', 'card', 'other'];
    const other = await FakeGhost.start(
      (url) => {
        const [post] = contentsOf(url).posts;
        const mobiledoc = JSON.stringify({
          ...{ version: '0.3.1', atoms: [], markups: [], sections: [[10, 0]] },
          cards: [['image', { src: `${url}/content/images/card.png` }]],
        });
        return {
          users: [author],
          tags: [{ ...tag, feature_image: `${url}/content/images/cover.png` }],
          posts: [
            { ...post, slug: 'lexical', feature_image: `${url}/content/images/f.png` },
            { ...post, id: hex('1', 1), uuid: null, slug: 'html', lexical: null, html: body(url) },
            { ...post, id: hex('1', 2), uuid: null, slug: 'mobiledoc', lexical: null, html: null, mobiledoc },
          ].map((row) => ({ ...row, feature_image: `${url}/content/images/f.png` })),
          pages: [],
        };
      },
      images.map((name) => `/content/images/${name}.png`),
      '/blog',
    );
    const { url } = other;
    const { code } = await run('import', url, '--allow-private-addresses', '--state', join(folder, 'state'));
    await other.stop();
    const source = await database.publishing();
    const rows: { slug: string; html: string; source: string; feature_image: string }[] = await source.query(
      'select slug, html, coalesce(lexical, mobiledoc) as source, feature_image from publishing.posts',
    );
    const posts = new Map(rows.map(({ slug, ...row }) => [slug, row]));
    expect(rows.map(({ feature_image: path }) => path)).toEqual(Array(3).fill('/content/images/f.png'));
    expect(posts.get('lexical')?.source).toContain('"/content/images/2024/in-post.png"');
    expect(posts.get('mobiledoc')?.source).toContain('"/content/images/card.png"');
    expect(posts.get('html')?.html).toBe(
      body(url)
        .replace(`"${url}/content/images/html.png"`, '"/content/images/html.png"')
        .replace('/blog/content/images/relative', '/content/images/relative')
        .replace(`${url}/about/`, '/about/'),
    );
    expect(await source.query('select feature_image from publishing.tags')).toEqual([
      { feature_image: '/content/images/cover.png' },
    ]);
    const stored = await readdir(join(folder, 'content/images'), { recursive: true });
    expect(stored.filter((name) => name.endsWith('.png')).sort()).toEqual(
      images.flatMap((name) => (name === 'other' ? [] : [`${name}.png`])).sort(),
    );
    expect(code).toBe(0);
  });

  it('reads a Ghost 3 or 4 by the version in its paths', async () => {
    ghost.version = 'v3';
    expect(JSON.parse((await importSite()).output).report.failed).toBe(1);
    expect(await counts()).toEqual(ALL);
  });

  it('reads through overloads, server errors and cut connections', async () => {
    ghost.faults = ['cut', 'server error', 'too many requests', 'cut'];
    const { output } = await importSite();
    expect(JSON.parse(output).report.failed).toBe(1);
    expect(await counts()).toEqual(ALL);
  });

  it('continues where an interrupted run stopped', async () => {
    ghost.responsesLeft = 5;
    const first = await importSite();
    expect([first.code, JSON.parse(first.output).error]).toEqual([
      1,
      {
        message: expect.stringContaining('does not respond'),
        code: expect.any(String),
        help: expect.stringMatching(/again/),
      },
    ]);
    expect((await stat(join(folder, 'state', 'posts.ndjson'))).mode & 0o777).toBe(0o600);
    ghost.responsesLeft = Infinity;
    ghost.requests.length = 0;
    await importSite();
    expect(ghost.requests.some((url) => url.includes('/users/'))).toBe(false);
    expect(await counts()).toEqual(ALL);
  });

  it('continues after a connection that broke within a file', async () => {
    ghost.breaksFiles = true;
    const { code, errors } = await run(
      ...['import', ghost.url, '--allow-private-addresses', '--state', join(folder, 'state')],
    );
    expect([code, errors]).toEqual([1, expect.stringMatching(/broke the connection.*Run the command again/)]);
    ghost.breaksFiles = false;
    await importSite();
    expect(await counts()).toEqual(ALL);
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ['without a key', [], { GHOST_ADMIN_KEY: '' }, /needs its admin key.*GHOST_ADMIN_KEY/s],
    ['with a key of another form', ['--key', 'secret'], {}, /admin key is not valid/],
  ])('%s prints what is missing, and not the key', async (_, words, more, message) => {
    Object.assign(environment, more);
    const { code, output } = await importSite(...words);
    expect([code, output]).toEqual([1, expect.stringMatching(message)]);
    expect(ghost.requests).toEqual([]);
  });

  it('reads a private address only if that is allowed', async () => {
    const { code, errors } = await run('import', ghost.url, '--state', join(folder, 'state'));
    expect([code, errors]).toEqual([1, expect.stringMatching(/not an allowed target.*--allow-private-addresses/s)]);
    expect(ghost.requests).toEqual([]);
  });

  it('says that a URL has no Ghost', async () => {
    ghost.faults = [];
    const { errors } = await run('import', `${ghost.url}/elsewhere`, '--allow-private-addresses');
    expect(errors).toMatch(/There is no Ghost at http:\/\/127\.0\.0\.1:\d+\/elsewhere\./);
  });

  it('does not mix two sites in one folder', async () => {
    ghost.responsesLeft = 4;
    await importSite();
    const other = await FakeGhost.start(contentsOf, []);
    const { errors } = await run('import', other.url, '--allow-private-addresses', '--state', join(folder, 'state'));
    await other.stop();
    expect(errors).toMatch(/belongs to the import of http/);
  });
});
