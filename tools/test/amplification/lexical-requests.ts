import { filled, times, type WorstRequest } from './request';

const BASE = '/ghost/api/canary/admin';

type Node = Readonly<Record<string, unknown>>;

const text = (value: string, format = 0): Node => ({ type: 'extended-text', text: value, format });
const element = (type: string, children: readonly Node[], properties: Node = {}): Node => ({
  ...properties,
  type,
  children,
});
const card = (type: string, properties: Node = {}): Node => ({ type, version: 1, ...properties });
const cards = (count: number, type: string, properties: Node = {}) =>
  lexical(...times(count, () => card(type, properties)));
const markdown = (unit: string, length: number) => lexical(card('markdown', { markdown: filled(unit, length) }));
const html = (unit: string) => lexical(card('html', { html: filled(unit, 900_000) }));
const link = (url: string): Node => element('link', [text('x')], { url });
const heading = (value: string): Node => element('extended-heading', [text(value)], { tag: 'h2' });
const items = (children: readonly Node[]): Node => element('list', children, { listType: 'bullet', tag: 'ul' });
const lexical = (...children: Node[]): string => JSON.stringify({ root: element('root', children) });

function nestedLists(depth: number): Node {
  return items([element('listitem', [depth === 0 ? text('x') : nestedLists(depth - 1)])]);
}

const image = { src: '/a.png', fileName: 'a', width: 1, height: 1, row: 0 };
const button = { buttonText: 'a', buttonUrl: '/a', alignment: 'left' };

/** Documents at the limits, and some beyond. */
const documents: [string, string][] = [
  ['1,990 headings', lexical(...times(1_990, (index) => heading(`Heading ${index}`)))],
  ['4,990 headings', lexical(...times(4_990, (index) => heading(`Heading ${index}`)))],
  ['1,990 equal headings', lexical(...times(1_990, () => heading('a')))],
  [
    '3,990 texts',
    lexical(
      element(
        'paragraph',
        times(3_990, (index) => text('x', index % 2)),
      ),
    ),
  ],
  [
    'texts of many formats',
    lexical(
      element(
        'paragraph',
        times(3_990, (index) => text('x', index % 128)),
      ),
    ),
  ],
  [
    '3,990 line breaks',
    lexical(
      element(
        'paragraph',
        times(3_990, () => card('linebreak')),
      ),
    ),
  ],
  [
    '1,990 links',
    lexical(
      element(
        'paragraph',
        times(1_990, (index) => link(`/${index}/`)),
      ),
    ),
  ],
  ['a link of 900 kB', lexical(element('paragraph', [link('h'.repeat(900_000))]))],
  ['1,990 items', lexical(items(times(1_990, () => element('listitem', [text('x')]))))],
  ['nested lists', lexical(...times(60, () => nestedLists(40)))],
  ['characters that are escaped', lexical(element('paragraph', [text('&'.repeat(900_000))]))],
  ['blanks', lexical(element('paragraph', [text(' '.repeat(900_000))]))],
  ['a gallery', lexical(card('gallery', { images: times(390, () => image) }))],
  ['790 images', cards(790, 'image', image)],
  ['790 bookmarks', cards(790, 'bookmark', { url: '/a', metadata: { title: 'b' } })],
  ['790 lines', cards(790, 'horizontalrule')],
  ['790 html cards', cards(790, 'html', { html: '<p>a</p>' })],
  ['790 paywalls', cards(790, 'paywall')],
  ['callouts', cards(150, 'callout', { calloutText: '<b>a', calloutEmoji: 'x', backgroundColor: 'blue' })],
  ['toggles', cards(150, 'toggle', { heading: 'a', content: '<p>a' })],
  ['buttons', cards(159, 'button', button)],
  ['videos', cards(79, 'video', { src: '/v.mp4', width: 100, height: 100, duration: 10 })],
  ['sign-up cards', cards(159, 'signup', { header: 'a', subheader: 'b', buttonText: 'd', layout: 'wide' })],
  ['calls to action', cards(159, 'call-to-action', { ...button, layout: 'minimal', textValue: 'a', showButton: true })],
  ['products', cards(150, 'product', { productTitle: 'a<b>c', productDescription: 'b', productStarRating: 4 })],
  ['markdown of 1,490 headings', markdown('# a\n', 4 * 1_490)],
  ['markdown of headings', markdown('# a\n', 38_000)],
  ['790 cards of markdown', cards(790, 'markdown', { markdown: 'a\n\nb' })],
  ['markdown of emphasis', markdown('*_', 19_000)],
  ['markdown of tables', markdown('a|b\n-|-\na|b\n\n', 7_000)],
  ['markdown of nested quotes', lexical(card('markdown', { markdown: '>'.repeat(24) + filled('a\n', 18_000) }))],
  ['markdown of footnotes', markdown('^[a] ', 2_400)],
  ['html of lines', html('<hr>')],
  ['html of addresses', html('<a href=/b>')],
  ['html of open tags', html('<a ')],
  ['html of open comments', html('<!--')],
  ['html of references', html('&lt;')],
  ['html of nested elements', html('<div>')],
  ['a caption of 1,900 tags', lexical(card('image', { ...image, caption: '<br>'.repeat(1_900) }))],
  ['a caption of tags', lexical(card('image', { ...image, caption: filled('<b>', 900_000) }))],
  ['a toggle of 1,900 tags', lexical(card('toggle', { heading: 'a', content: '<p>a</p>'.repeat(950) }))],
];

/** html that is converted to lexical. */
const sources: [string, string][] = [
  ['1,490 paragraphs', '<p>a</p>'.repeat(1_490)],
  ['1,490 headings', '<h2>a</h2>'.repeat(1_490)],
  ['2,490 paragraphs', '<p>a</p>'.repeat(2_490)],
  ['1,490 items', `<ul>${'<li>a</li>'.repeat(1_490)}`],
  ['900 images', '<img src=a>'.repeat(900)],
  ['390 figures', '<figure class="kg-card kg-image-card"><img src=a><figcaption>x</figcaption></figure>'.repeat(390)],
  ['frames', '<iframe src=a></iframe>'.repeat(390)],
  ['videos', '<figure class="kg-card kg-video-card"><video src=a></video></figure>'.repeat(190)],
  ['tables', '<p>a</p><table><tr><td>x</td></tr></table>'.repeat(290)],
  ['scripts', '<script></script>a'.repeat(99)],
  ['line breaks', `<p>${'a<br>'.repeat(1_900)}`],
  ['2,900 formats', `<p>${'<b>a</b>b'.repeat(1_450)}`],
  ['reopened formatting', `${'<b id=x>'.repeat(2)}${'<p>a'.repeat(2_400)}`],
  ['depth', `${'<div>'.repeat(190)}a${'</div>'.repeat(190)}`.repeat(7)],
  ['attributes', `<p ${times(199, (index) => `a${index}=b`).join(' ')}>a`.repeat(74)],
  ['blanks', `<p>a${'&nbsp;'.repeat(150_000)}b`],
  ['text', 'word '.repeat(99_000)],
  ['text of a megabyte', 'word '.repeat(190_000)],
];

/** The first document of a process; it loads the libraries of the thread. */
export const FIRST_DOCUMENT = lexicalRequest('a small document', 'posts/', { lexical: lexical(heading('a')) });

/** The most expensive posts with lexical that the Admin API accepts, and some beyond its limits. */
export const lexicalRequests: readonly WorstRequest[] = [
  ...documents.map(([name, document]) => lexicalRequest(`lexical of ${name}`, 'posts/', { lexical: document })),
  ...sources.map(([name, source]) =>
    lexicalRequest(`lexical from html: ${name}`, 'posts/?source=html', { html: source }),
  ),
];

function lexicalRequest(name: string, path: string, fields: object): WorstRequest {
  return {
    name,
    path: `${BASE}/${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ posts: [{ title: 'x', ...fields }] }),
  };
}
