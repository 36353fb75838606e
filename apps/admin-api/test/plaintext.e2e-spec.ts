import { lexicalLink, lexicalOf, lexicalText } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { postForm } from './multipart';

type Row = Record<string, unknown>;

const HTML = '<p>see <a href="/x/">link</a></p>';
const OF_GHOST_3 = 'see link [/x/]';
const OF_GHOST_5 = 'see link';
const LEXICAL = lexicalOf([lexicalText('see '), lexicalLink('/x/', 'link')]);
const MOBILEDOC = JSON.stringify({
  ...{ version: '0.3.1', atoms: [], cards: [], markups: [['a', ['href', '/x/']]] },
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'see '],
        [0, [0], 1, 'link'],
      ],
    ],
  ],
});

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

const importPosts = (posts: Row[], version: string): Promise<ApiResponse> =>
  postForm(api.owner, 'db/', [
    {
      name: 'importfile',
      filename: 'export.json',
      content: JSON.stringify({ db: [{ meta: { version }, data: { posts } }] }),
      type: 'application/json',
    },
  ]);

async function textOf(slug: string): Promise<unknown> {
  const [row]: Row[] = await api.dataSource.query('select plaintext from publishing.posts where slug = $1', [slug]);
  return row?.plaintext;
}

describe('the plaintext of a post', () => {
  it.each([
    ['lexical', { lexical: LEXICAL }, OF_GHOST_5],
    ['mobiledoc', { mobiledoc: MOBILEDOC }, OF_GHOST_3],
  ])('is that of the Ghost with this source: %s', async (slug, source, text) => {
    const response = await api.integration.in('canary').post('posts/', { posts: [{ title: slug, slug, ...source }] });
    expect(response.one('posts').excerpt).toBe(text);
    expect(await textOf(slug)).toBe(text);
  });

  it.each([
    ['5-lexical', '5.87.1', { lexical: LEXICAL, html: HTML }, OF_GHOST_5],
    ['5-lexical-only', '5.87.1', { lexical: LEXICAL }, OF_GHOST_5],
    ['5-mobiledoc', '5.87.1', { mobiledoc: MOBILEDOC, html: HTML }, OF_GHOST_5],
    ['6-mobiledoc-only', '6.10.0', { mobiledoc: MOBILEDOC }, OF_GHOST_5],
    ['3-mobiledoc', '3.0.3', { mobiledoc: MOBILEDOC, html: HTML }, OF_GHOST_3],
    ['3-mobiledoc-only', '3.0.3', { mobiledoc: MOBILEDOC }, OF_GHOST_3],
    ['almanac-lexical', '3.0.3', { lexical: LEXICAL, html: HTML }, OF_GHOST_5],
  ])('is that of the Ghost that wrote the imported file: %s', async (slug, version, columns, text) => {
    expect((await importPosts([{ id: slug, slug, title: slug, ...columns }], version)).status).toBe(200);
    expect(await textOf(slug)).toBe(text);
  });
});
