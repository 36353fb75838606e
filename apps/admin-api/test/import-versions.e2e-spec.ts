import type { ImportReport } from '@almanac/publishing';
import { LexicalRenderer, haveEqualVisibleBlocks, mobiledocToHtml } from '@almanac/rendering';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { firstGhost } from './exports/first-ghost';
import { postForm } from './multipart';

type Row = Record<string, unknown>;
interface ExportFile {
  meta: Row;
  data: Record<string, Row[]>;
}

const FOLDER = join(__dirname, 'exports');

function readExport(name: string): [string, ExportFile] {
  const file = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as ExportFile | { db: [ExportFile] };
  return [name, 'db' in file ? file.db[0] : file];
}

const files: [string, ExportFile][] = [
  ['ghost-0.4', firstGhost],
  ...readdirSync(FOLDER)
    .filter((name) => name.endsWith('.json'))
    .map(readExport),
];

interface StoredPost {
  slug: string;
  type: string;
  status: string;
  visibility: string;
  email_only: boolean;
  html: string | null;
  mobiledoc: string;
  lexical: string | null;
  authors: string[];
}

const POSTS = `select p.slug, p.type, p.status, p.visibility, p.email_only, p.html, p.mobiledoc, p.lexical,
    array(select u.email from publishing.posts_authors a join publishing.users u on u.id = a.author_id
      where a.post_id = p.id order by a.sort_order) as authors
  from publishing.posts p`;

const TABLES = [
  'posts',
  'posts_meta',
  'posts_tags',
  'posts_authors',
  'tags',
  'users',
  'roles_users',
  'settings',
  'members',
];
const CONTENT = `select ${TABLES.map((name) => `(select json_agg(t order by t::text) from publishing.${name} t) as ${name}`).join()}`;

const importInto = (api: AdminApiUnderTest, file: unknown): Promise<ApiResponse> =>
  postForm(api.owner, 'db/', [
    { name: 'importfile', filename: 'export.json', content: JSON.stringify(file), type: 'application/json' },
  ]);

const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

const reportOf = (response: ApiResponse): ImportReport => (response.body as { report: ImportReport }).report;
const resolved = (html: unknown): string => String(html ?? '').replaceAll('__GHOST_URL__/', '/');

describe.each(files)('the export %s', (name, file) => {
  const isFlat = /^(?:ghost-0|converter)/.test(name);
  let api: AdminApiUnderTest;
  let first: ApiResponse;
  let posts: Map<string, StoredPost>;
  beforeAll(async () => {
    api = await startAdminApi();
    first = await importInto(api, isFlat ? file : { db: [file] });
    const stored: StoredPost[] = await api.dataSource.query(POSTS);
    posts = new Map(stored.map((post) => [post.slug, post]));
  });
  afterAll(() => api.close());

  const rows = (table: string): Row[] => file.data[table] ?? [];
  const storedOf = (row: Row): StoredPost | undefined => posts.get(String(row.slug));

  it('arrives with all its posts', () => {
    expect([first.status, reportOf(first).failed]).toEqual([200, 0]);
    expect([...posts.keys()].sort()).toEqual(
      rows('posts')
        .map(({ slug }) => slug)
        .sort(),
    );
  });

  it('shows readers what they saw, also when its source is rendered again', async () => {
    const rendered = new Map<unknown, string>();
    for (const { slug, lexical, mobiledoc } of posts.values()) {
      rendered.set(slug, lexical === null ? mobiledocToHtml(mobiledoc) : (await renderer.render(lexical)).html);
    }
    const withHtml = rows('posts').filter(({ html }) => html);
    const differing = withHtml.filter(
      ({ html, slug }) => !haveEqualVisibleBlocks(resolved(html), rendered.get(slug) ?? ''),
    );
    expect(differing.map(({ slug }) => slug)).toEqual([]);
    expect(withHtml.map((row) => storedOf(row)?.html)).toEqual(withHtml.map(({ html }) => resolved(html)));
  });

  it('is not more public than it was', () => {
    for (const row of rows('posts')) {
      const post = storedOf(row);
      const wasPublic =
        row.status === 'published' && ['public', undefined].includes(row.visibility as string | undefined);
      const isPublic = post?.status === 'published' && post.visibility === 'public' && !post.email_only;
      expect([row.slug, isPublic && !wasPublic]).toEqual([row.slug, false]);
    }
  });

  it('keeps the authors of its posts', () => {
    const emails = new Map(rows('users').map(({ id, email }) => [id, email]));
    for (const row of rows('posts')) {
      const links = rows('posts_authors').filter(({ post_id: postId }) => postId === row.id);
      const ids = links.length > 0 ? links.map(({ author_id: id }) => id) : [row.author_id];
      const expected = ids.flatMap((id) => emails.get(id) ?? []);
      if (expected.length > 0) expect([row.slug, storedOf(row)?.authors]).toEqual([row.slug, expected]);
    }
  });

  it('contains no placeholder for the URL of the site', async () => {
    const [content]: object[] = await api.dataSource.query(CONTENT);
    expect(JSON.stringify(content)).not.toContain('__GHOST_URL__');
  });

  it('is reported with all its tables', () => {
    const { tables } = reportOf(first);
    const read = tables.map(({ table, read: count }) => [table, count]);
    const given = Object.entries(file.data).map(([table, all]) => [table, all.length]);
    expect(read.sort()).toEqual(given.filter(([, count]) => count !== 0).sort());
    for (const { table, read: count, stored, present, left_out: leftOut } of tables) {
      const counted = stored + present + leftOut.reduce((sum, { rows: left }) => sum + left, 0);
      expect([table, counted]).toEqual([table, count]);
    }
  });

  it('changes nothing when it is imported again', async () => {
    const before: object[] = await api.dataSource.query(CONTENT);
    const second = await importInto(api, isFlat ? file : { db: [file] });
    expect(second.status).toBe(200);
    expect(await api.dataSource.query(CONTENT)).toEqual(before);
    expect(reportOf(second).tables.filter(({ stored }) => stored > 0)).toEqual([]);
  });
});
