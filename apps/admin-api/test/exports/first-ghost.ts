type Row = Record<string, unknown>;

const CREATED = 1_388_318_240_000;
const dates = { created_at: CREATED, created_by: 1, updated_at: CREATED + 1000, updated_by: 1 };
const uuid = (digit: string): string => `${digit.repeat(8)}-0000-4000-8000-000000000000`;

const post = (id: number, more: Row): Row => ({
  id,
  uuid: uuid(String(id)),
  title: `Post ${id}`,
  slug: `post-${id}`,
  markdown: '',
  html: '',
  image: null,
  featured: 0,
  page: 0,
  status: 'published',
  language: 'en_US',
  meta_title: null,
  meta_description: null,
  author_id: 1,
  published_at: CREATED,
  published_by: 1,
  ...dates,
  ...more,
});

const PLAIN = 'Some *text*.\n\n## A Heading\n\n* one\n* two';
const PLAIN_HTML =
  '<p>Some <em>text</em>.</p>\n\n<h2 id="aheading">A Heading</h2>\n\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>';
const FOOTNOTE = 'Before.[^1]\n\nBetween.\n\n[^1]: The note.';
/** The footnotes of Ghost 0.x had a markup of their own. */
const FOOTNOTE_HTML =
  '<p>Before.<sup id="fnref:1"><a href="#fn:1" rel="footnote">1</a></sup></p>\n\n<p>Between.</p>\n\n' +
  '<div class="footnotes"><ol><li class="footnote" id="fn:1"><p>The note. <a href="#fnref:1" title="return to article">↩</a></p></li></ol></div>';

/** An export as Ghost 0.3 to 0.11 wrote it: numbers as ids, markdown, dates in milliseconds, former names. */
export const firstGhost: { meta: Row; data: Record<string, Row[]> } = {
  meta: { exported_on: CREATED, version: '003' },
  data: {
    posts: [
      post(1, { markdown: PLAIN, html: PLAIN_HTML, image: '/content/images/2014/01/a.png', featured: 1 }),
      post(2, { markdown: FOOTNOTE, html: FOOTNOTE_HTML, author_id: 2, page: 1 }),
      post(3, { markdown: 'A draft.', html: '<p>A draft.</p>', status: 'draft', published_at: null, author_id: 3 }),
    ],
    users: [
      { id: 1, uuid: uuid('a'), name: 'First', slug: 'first', email: 'first@x.io', image: '/content/images/me.png' },
      { id: 2, uuid: uuid('b'), name: 'Second', slug: 'second', email: 'second@x.io', cover: '//x.io/cover.png' },
      { id: 3, uuid: uuid('c'), name: 'No address', slug: 'third', email: null, status: 'active' },
    ].map((user) => ({ status: 'active', language: 'en_US', last_login: CREATED, ...dates, ...user })),
    roles: [
      { id: 1, uuid: uuid('d'), name: 'Administrator' },
      { id: 4, uuid: uuid('e'), name: 'Owner' },
    ],
    roles_users: [
      { id: 1, role_id: 4, user_id: 1 },
      { id: 2, role_id: 1, user_id: 2 },
    ],
    permissions: [{ id: 1, name: 'Export database' }],
    tags: [
      { id: 1, uuid: uuid('1'), name: 'Parent', slug: 'parent', hidden: 0, parent_id: null, ...dates },
      { id: 2, uuid: uuid('2'), name: 'Child', slug: 'child', image: '/content/images/t.png', parent_id: 1, ...dates },
    ],
    posts_tags: [
      { id: 1, post_id: 1, tag_id: 2 },
      { id: 2, post_id: 1, tag_id: 1 },
      { id: 3, post_id: 9, tag_id: 1 },
    ],
    settings: [
      ['title', 'The first blog'],
      ['cover', '/content/images/cover.png'],
      ['defaultLang', 'en_US'],
      ['activeTimezone', 'Europe/Lisbon'],
      ['activeTheme', 'casper-of-mine'],
      ['postsPerPage', '6'],
      ['ghost_head', '<meta name="x">'],
      ['isPrivate', 'true'],
      ['navigation', '{"0":{"label":2014,"url":"/2014/"},"1":{"label":"Home","url":"/"}}'],
    ].map(([key, value], index) => ({ id: index + 1, uuid: uuid('f'), key, value, type: 'blog', ...dates })),
  },
};
