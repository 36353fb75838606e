import { filled, times, URL_LENGTH, type WorstRequest, worstFilters, worstSelections } from './request';

const BASE = '/ghost/api/v3/admin';
const MEGABYTE = 1_000_000;
const SVG = 'http://www.w3.org/2000/svg';

const mobiledoc = (parts: object): string =>
  JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections: [], ...parts });
const cards = (list: unknown[]) => mobiledoc({ cards: list, sections: list.map((_, index) => [10, index]) });
const markdown = (unit: string, length: number) => cards([['markdown', { markdown: filled(unit, length) }]]);
const html = (unit: string, length: number) => cards([['html', { html: filled(unit, length) }]]);

/** Documents at the limits, and some beyond. */
const documents: [string, string][] = [
  ['4,990 headings', mobiledoc({ sections: times(4_990, () => [1, 'h2', [[0, [], 0, 'some words']]]) })],
  [
    '9,900 atoms',
    mobiledoc({
      atoms: times(9_900, () => ['soft-return', '', {}]),
      sections: [[1, 'p', times(9_900, (index) => [1, [], 0, index])]],
    }),
  ],
  [
    'opened markups',
    mobiledoc({ markups: [['b']], sections: [[1, 'p', times(98, () => [0, times(100, () => 0), 100, 'x'])]] }),
  ],
  [
    'long links',
    mobiledoc({
      markups: [['a', ['href', 'h'.repeat(900)]]],
      sections: [[1, 'p', times(4_900, () => [0, [0], 1, 'x'])]],
    }),
  ],
  [
    'a link of 900 kB',
    mobiledoc({ markups: [['a', ['href', 'h'.repeat(900_000)]]], sections: [[1, 'p', [[0, [0], 1, 'x']]]] }),
  ],
  [
    'a card named often',
    mobiledoc({ cards: [['html', { html: 'x'.repeat(20_000) }]], sections: times(20_000, () => [10, 0]) }),
  ],
  ['characters that are escaped', mobiledoc({ sections: [[1, 'p', [[0, [], 0, '&'.repeat(900_000)]]]] })],
  [
    'a gallery',
    cards([['gallery', { images: times(4_900, () => ({ fileName: 'a', src: '/b', width: 1, height: 1 })) }]]),
  ],
  ['bookmarks', cards(times(1_600, () => ['bookmark', { metadata: { url: '/a', title: 'b', description: 'c' } }]))],
  ['markdown of headings', markdown('# a\n', 38_000)],
  ['markdown of numbers', markdown('1. a\n', 96_000)],
  ['markdown of addresses', markdown('http://a ', 50_000)],
  ['markdown of brackets', markdown('![', 19_000)],
  ['markdown of tables', markdown('a|b\n-|-\n', 25_000)],
  ['markdown of emphasis', markdown('*_', 19_000)],
  ['markdown of footnotes', markdown('^[a] ', 2_400)],
  [
    'markdown of definitions',
    cards([['markdown', { markdown: `[a]: /${'x'.repeat(9_000)}\n\n${'[a]\n'.repeat(5_000)}` }]]),
  ],
  ['markdown of prose', markdown('Some *words* and a [link](https://example.com/x) in a sentence.\n\n', 120_000)],
  ['html of lines', html('<hr>', 900_000)],
  ['html of 19,900 items', html('<li>', 4 * 19_900)],
  ['html of nested lists', cards([['html', { html: `${'<ul><li>'.repeat(400)}${'a\n'.repeat(400_000)}` }]])],
  ['html of nested quotes', cards([['html', { html: `${'<blockquote>'.repeat(190)}${'word '.repeat(150_000)}` }]])],
  ['html of addresses', html('<a href=/b>', 900_000)],
  ['html of absolute addresses', html('<a href=http://b>', 900_000)],
  ['html of a long srcset', cards([['html', { html: `<img srcset="${'/a,'.repeat(290_000)}">` }]])],
  ['html of open tags', html('<a ', 900_000)],
  ['html of open comments', html('<!--', 900_000)],
  ['html of references', html('&lt;', 900_000)],
];

/** html that is converted to a mobiledoc. */
const sources: [string, string][] = [
  ['2,490 paragraphs', '<p>a</p>'.repeat(2_490)],
  ['4,900 items', `<ul>${'<li>a'.repeat(4_900)}`],
  ['1,000 images', '<img src=a>'.repeat(990)],
  ['reopened formatting', `${'<b id=x>'.repeat(19)}${'<p>a'.repeat(4_900)}`],
  ['depth', `${'<div>'.repeat(190)}a${'</div>'.repeat(190)}`.repeat(13)],
  ['comments of cards', `<!--kg-card-begin: html-->${'<p>a</p>'.repeat(2_450)}`],
  ['blanks', `<p>a${'&nbsp;'.repeat(150_000)}b`],
  ['attributes', `<p ${times(90_000, (index) => `a${index}=b`).join(' ')}>a`],
  ['text', 'word '.repeat(190_000)],
];

const drawing = (content: string) => `<svg xmlns="${SVG}">${content}</svg>`;
/** Drawings at the limits, and some beyond. */
const drawings: [string, string][] = [
  ['4,900 elements', drawing('<g a="rgb(1)" b="2" c="3" d="4">xxxxxxxxxxxxxxxx</g>'.repeat(4_900))],
  ['depth', drawing(`${'<g>'.repeat(60)}x${'</g>'.repeat(60)}`.repeat(83))],
  ['100,000 levels', `<svg>${'<g>'.repeat(150_000)}`],
  ['characters that are escaped', drawing(filled('>', 520_000))],
  ['a long path', drawing(`<path d="${filled('M1 1 ', 520_000)}"/>`)],
  ['character data', drawing(filled('<![CDATA[<]]>', 520_000))],
  ['functions', drawing(`<path d="${filled('url(#', 49_000)}"/>`)],
];

function upload(
  field: string,
  name: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  more: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(more)) form.append(key, value);
  form.append(field, new Blob([content], { type }), name);
  return form;
}

function pictures(): [string, FormData][] {
  const png = Buffer.alloc(64);
  Buffer.from('89504e470d0a1a0a0000000d49484452ffffffffffffffff0806000000', 'hex').copy(png);
  const icon = Buffer.alloc(100_000, 0x10);
  icon.writeUInt32LE(0x00010000, 0);
  icon.writeUInt16LE(65_535, 4);
  const garbage = (start: string) => Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(500_000, 0x7f)]);
  const icons: [string, string, Buffer][] = [
    ['a picture of huge dimensions', 'a.png', png],
    ['an icon of 65,535 pictures', 'a.ico', icon],
    ['a picture of garbage', 'a.jpg', garbage('\xff\xd8\xff')],
    ['a moving picture of garbage', 'a.gif', garbage('GIF89a')],
    [
      'a picture in boxes of no length',
      'a.avif',
      Buffer.concat([Buffer.from('\0\0\0\x1cftypavif'), Buffer.alloc(500_000)]),
    ],
  ];
  const types: Record<string, string> = {
    png: 'image/png',
    ico: 'image/x-icon',
    jpg: 'image/jpeg',
    gif: 'image/gif',
    avif: 'image/avif',
  };
  return [
    ...drawings.map(([name, svg]): [string, FormData] => [
      `a drawing of ${name}`,
      upload('file', 'a.svg', 'image/svg+xml', svg),
    ]),
    ...icons.map(([name, file, bytes]): [string, FormData] => [
      name,
      upload('file', file, types[file.slice(2)] ?? '', new Uint8Array(bytes), { purpose: 'icon' }),
    ]),
  ];
}

const csvs: [string, string][] = [
  ['a cell of a megabyte', `email,name\na@example.org,"${'x'.repeat(MEGABYTE)}"\n`],
  ['a cell of doubled quotes', `email,name\na@example.org,"${'""'.repeat(MEGABYTE / 2)}"\n`],
  ['a quote without end', `email,name\na@example.org,"${'x\n'.repeat(5_000)}`],
  ['100,000 columns', `email,${times(100_000, (index) => `c${index}`).join()}\na@example.org\n`],
  ['99,000 columns before lines of quotes', `email${','.repeat(99_000)}\n${'"\n'.repeat(5_000)}`],
  ['99,000 columns without e-mail before short lines', `name${','.repeat(99_000)}\n${'x\n'.repeat(50_000)}`],
  ['100,000 labels', `email,labels\na@example.org,"${times(100_000, (index) => `l${index}`).join()}"\n`],
  ['addresses that are none', `email\n${times(5_000, () => `${'a'.repeat(190)}@`).join('\n')}\n`],
  ['empty lines', `email\n${'\n'.repeat(MEGABYTE)}`],
];

const bodies: [string, string][] = [
  ['nested lists', `{"posts":${'['.repeat(500_000)}${']'.repeat(500_000)}}`],
  ['nested objects', `{"posts":[${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}]}`],
  ['empty objects', `{"posts":[${filled('{},', MEGABYTE - 50)}{}]}`],
  ['many names', `{"posts":[{${times(60_000, (index) => `"a${index}":1`).join()}}]}`],
  ['escaped halves', `{"posts":[{"title":"${filled('\\ud800', MEGABYTE - 50)}"}]}`],
  ['escaped nulls in lists', `{"posts":[{"tags":["\\u0000",${filled('[],', MEGABYTE - 100)}1]}]}`],
];

const fields: [string, object][] = [
  ['a title of a megabyte', { title: 'x'.repeat(MEGABYTE - 100) }],
  ['a slug of a megabyte', { title: 'x', slug: '字'.repeat(300_000) }],
  ['100,000 authors', { title: 'x', authors: times(100_000, () => ({})) }],
  ['100,000 empty tags', { title: 'x', tags: times(100_000, () => '') }],
  [
    'injected code',
    { title: 'x', codeinjection_head: filled('<a href=/b>', 65_000), codeinjection_foot: filled('<a ', 65_000) },
  ],
  ['a long address', { title: 'x', canonical_url: `https://example.com/${'%2e/'.repeat(200_000)}` }],
];

/** The most expensive requests that the Admin API accepts, and some just beyond its limits. `headers` are those of an integration. */
export function adminRequests(headers: Record<string, string>): WorstRequest[] {
  const json = { ...headers, 'content-type': 'application/json' };
  const post = (name: string, path: string, value: unknown): WorstRequest => ({
    name,
    path: `${BASE}/${path}`,
    method: 'POST',
    headers: json,
    body: typeof value === 'string' ? value : JSON.stringify(value),
  });
  const get = (name: string, path: string): WorstRequest => ({ name, path: `${BASE}/${path}`, headers });
  const lists = Object.entries({ posts: ['tags.slug', 'authors.slug'], tags: [], users: [], members: [] }).flatMap(
    ([resource, relations]) => [
      ...worstFilters(relations).map(([name, filter]) =>
        get(`${resource}: filter of ${name}`, `${resource}/?filter=${encodeURIComponent(filter)}`),
      ),
      ...worstSelections.map(([name, query]) => get(`${resource}: ${name}`, `${resource}/?${query}`)),
    ],
  );
  return [
    ...lists.filter(({ path }) => path.length < URL_LENGTH),
    get('members: a long search', `members/?search=${'%25_'.repeat(3_000)}`),
    get('a long slug', `slugs/post/${'%E5%AD%97'.repeat(1_500)}/`),
    get('an embed of a long address', `oembed/?url=https://127.0.0.1/${'a/'.repeat(7_000)}`),
    ...documents.map(([name, source]) =>
      post(`a post of ${name}`, 'posts/', { posts: [{ title: 'x', mobiledoc: source }] }),
    ),
    ...sources.map(([name, source]) =>
      post(`a post from html: ${name}`, 'posts/?source=html', { posts: [{ title: 'x', html: source }] }),
    ),
    ...fields.map(([name, value]) => post(`a post with ${name}`, 'posts/', { posts: [value] })),
    ...bodies.map(([name, body]) => post(`a body of ${name}`, 'posts/', body)),
    post('a tag of a megabyte', 'tags/', { tags: [{ name: 'x'.repeat(MEGABYTE - 100), description: 'x' }] }),
    post('a member with 20,000 labels', 'members/', {
      members: [{ email: 'm@example.org', name: 'm', note: 'x', labels: times(20_000, (index) => `l${index}`) }],
    }),
    post('a webhook with a long address', 'webhooks/', {
      webhooks: [{ event: 'post.published', target_url: `https://example.com/${'a/'.repeat(400_000)}` }],
    }),
    post('a sign-in of a megabyte', 'session/', {
      username: `${'a.'.repeat(200_000)}@example.org`,
      password: 'x'.repeat(500_000),
    }),
    ...pictures().map(([name, body]): WorstRequest => ({
      name,
      path: `${BASE}/images/upload/`,
      method: 'POST',
      headers,
      body,
    })),
    ...csvs.map(([name, csv]): WorstRequest => ({
      name: `members of ${name}`,
      path: `${BASE}/members/csv/`,
      method: 'POST',
      headers,
      body: upload('membersfile', 'm.csv', 'text/csv', csv),
    })),
  ];
}
