import { ValidationError } from '@almanac/errors';
import { Parser } from 'htmlparser2';
import { LexicalRenderer } from '../src';
import { nodeType, nodeTypeNames, type Properties, type PropertyKind } from '../src/lexical/node-types';

const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  `'"><img src=x onerror=alert(1)>`,
  '<svg onload=alert(1)>',
  'x onmouseover=alert(1) y=',
  '--><script>alert(1)</script>',
  '</style></title></textarea><script>alert(1)</script>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="java&#115;cript:alert(1)">x</a>',
  '<form action="javascript:alert(1)"><button formaction="javascript:alert(1)">x</button></form>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  'javascript:alert(1)',
  ' \u0001JaVaScRiPt:alert(1)',
];
/** Html that authors may write, as in mobiledocs. */
const RAW: PropertyKind[] = ['html', 'markdown'];
const URL_ATTRIBUTES = ['href', 'src', 'action', 'formaction', 'poster', 'data', 'background', 'xlink:href'];
/** The library itself hides the thumbnail of a bookmark that does not load. */
const HANDLER_OF_BOOKMARKS = "this.style.display = 'none'";

const values: Record<PropertyKind, unknown> = {
  url: 'https://example.com/a.png',
  inlineUrl: 'https://example.com/b.png',
  styleUrl: 'https://example.com/b.png',
  html: '<b>html</b>',
  richText: '<p>rich <b>text</b></p>',
  markdown: '*x*',
  text: 'text',
  token: 'blue',
  number: 2,
  index: 1,
  flag: true,
  labels: ['label'],
  any: {},
};
const examples = (properties: Properties): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).map(([name, kind]) => [name, values[kind]]));

/** A node of the type with a value for each property. */
function exampleOf(type: string, variant: object = {}): Record<string, unknown> {
  const { properties = {}, nested = {}, group } = nodeType(type) ?? {};
  const inner = Object.entries(nested).map(([name, fields]) => [
    name,
    name === 'images' ? [examples(fields)] : examples(fields),
  ]);
  return {
    type,
    ...examples(properties),
    ...(Object.fromEntries(inner) as object),
    ...(group === 'element' && { children: [{ type: 'text', text: 'x', format: 0 }] }),
    ...(type.endsWith('heading') && { tag: 'h2' }),
    ...(type === 'list' && { listType: 'bullet', children: [{ type: 'listitem', children: [] }] }),
    ...variant,
  };
}

const documentWith = (node: Record<string, unknown>): string => {
  const group = nodeType(node.type)?.group;
  const isBlock =
    group === 'card' || (group === 'element' && !['link', 'listitem', 'at-link'].includes(String(node.type)));
  return JSON.stringify({
    root: { type: 'root', children: [isBlock ? node : { type: 'paragraph', children: [node] }] },
  });
};

/** What could run a script in the html. */
function scriptsIn(html: string): string[] {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (['script', 'iframe', 'object', 'embed', 'base', 'meta', 'link'].includes(name)) found.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on') && value !== HANDLER_OF_BOOKMARKS) found.push(`${attribute}=${value}`);
        if (attribute === 'srcdoc') found.push(attribute);
        const isScript = /^(?:java|vb)script:/i.test(value.replace(/[\0-\x20]/g, ''));
        if (URL_ATTRIBUTES.includes(attribute) && isScript) found.push(`${attribute}=${value}`);
      }
    },
  });
  parser.end(html);
  return found;
}

const variants: [type: string, variant: object][] = [
  ...nodeTypeNames()
    .filter((type) => type !== 'root' && type !== 'transistor')
    .map((type): [string, object] => [type, {}]),
  ['header', { version: 1 }],
  ['header', { layout: 'split', swapped: true }],
  ['header', { style: 'image', version: 1 }],
  ['signup', { layout: 'split' }],
  ['call-to-action', { layout: 'immersive', buttonColor: 'accent' }],
  ['video', { customThumbnailSrc: '', loop: false }],
  ['bookmark', { metadata: {} }],
];

describe('the html of a node', () => {
  it.each(variants)('of type %s %j has no scripts, whichever property contains one', async (type, variant) => {
    const { properties = {}, nested = {} } = nodeType(type) ?? {};
    let rendered = 0;
    const attack = async (node: Record<string, unknown>) => {
      try {
        const { html } = await renderer.render(documentWith(node));
        rendered += 1;
        expect([node, html, scriptsIn(html)]).toEqual([node, html, []]);
      } catch (error) {
        if (!(error instanceof ValidationError)) throw error;
      }
    };
    await attack(exampleOf(type, variant));
    expect(rendered).toBe(1);
    for (const payload of PAYLOADS) {
      for (const [name, kind] of Object.entries(properties)) {
        if (RAW.includes(kind)) continue;
        await attack({ ...exampleOf(type, variant), [name]: kind === 'labels' ? [payload] : payload });
      }
      for (const [name, fields] of Object.entries(nested)) {
        for (const [field, kind] of Object.entries(fields)) {
          if (RAW.includes(kind)) continue;
          const hostile = { ...examples(fields), [field]: payload };
          await attack({ ...exampleOf(type, variant), [name]: name === 'images' ? [hostile] : hostile });
        }
      }
      await attack({ ...exampleOf(type, variant), visibility: { web: { nonMember: false, memberSegment: payload } } });
    }
    expect(rendered).toBeGreaterThan(0);
  });
});
