import { ValidationError } from '@almanac/errors';
import { Parser } from 'htmlparser2';
import { sanitizeSvg } from './sanitize-svg';
import { svgLimits } from './svg-limits';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const svgWith = (content: string, attributes = '') => `<svg xmlns="${SVG}" ${attributes}>${content}</svg>`;
const ROOT = `<svg xmlns="${SVG}" xmlns:xlink="${XLINK}"`;

/** Documents that run code, load resources or link to other sites; the word "evil" marks the part to remove. */
const unsafe: [string, string][] = [
  ['a script', svgWith('<script>evil()</script>')],
  ['a script with a prefix', `<svg xmlns="${SVG}" xmlns:x="${SVG}"><x:script>evil()</x:script></svg>`],
  [
    'a script in another default namespace',
    svgWith(`<g xmlns="http://www.w3.org/1999/xhtml"><script>evil()</script></g>`),
  ],
  ['an html script with a prefix', svgWith('<h:script>evil()</h:script>', 'xmlns:h="http://www.w3.org/1999/xhtml"')],
  ['a script without content', svgWith('<script href="//evil.example/x.js"/>')],
  ['a script within a removed element', svgWith('<foreignObject><g><script>evil()</script></g></foreignObject>')],
  ['a script after the root element', `${svgWith('')}<script>evil()</script>`],
  ['a second root element', `${svgWith('')}<svg onload="evil()"><text>evil</text></svg>`],
  ['an event handler', svgWith('<g onclick="evil()"/>')],
  ['an event handler in upper case', svgWith('<g ONCLICK="evil()"/>')],
  ['an event handler with a prefix', svgWith('<g x:onclick="evil()"/>', 'xmlns:x="http://www.w3.org/1999/xhtml"')],
  ['an event handler of the root element', svgWith('', 'onload="evil()"')],
  ['a link', svgWith('<a href="https://evil.example/"><g/></a>')],
  ['a link of an allowed element', svgWith('<use href="https://evil.example/x.svg#a"/>')],
  ['an aliased link', `<svg xmlns="${SVG}" xmlns:x="${XLINK}"><use x:href="https://evil.example/"/></svg>`],
  ['an aliased link with its declaration', svgWith(`<use xmlns:y="${XLINK}" y:href="//evil.example/"/>`)],
  ['an aliased link in upper case', `<svg xmlns="${SVG}" xmlns:X="${XLINK}"><image X:HREF="//evil.example/"/></svg>`],
  ['a link to a script', svgWith('<image xlink:href="javascript:evil()"/>', `xmlns:xlink="${XLINK}"`)],
  ['a link to a script, written with references', svgWith('<image href="java&#115;cript&colon;evil()"/>')],
  ['a link to a script, written with tabs', svgWith('<image href="java&#9;script:evil()"/>')],
  ['an SVG data URL', svgWith('<image href="data:image/svg+xml;base64,evil"/>')],
  ['an HTML data URL', svgWith('<image href="data:text/html,evil"/>')],
  ['an external image', svgWith('<image href="//evil.example/x.png"/>')],
  ['an image relative to an external base', svgWith('<image href="x.png"/>', 'xml:base="//evil.example/"')],
  ['a filter that loads an image', svgWith('<filter><feImage href="//evil.example/x"/></filter>')],
  ['an animation of a link', svgWith('<use><set attributeName="href" to="//evil.example"/></use>')],
  ['an animation with a prefix', svgWith('<use><x:animate to="//evil.example"/></use>', `xmlns:x="${SVG}"`)],
  [
    'a handler element',
    svgWith('<handler>evil()</handler><ev:listener handler="//evil.example"/>').replace('evil()', ''),
  ],
  ['a style sheet', svgWith('<style>@import "//evil.example";</style>')],
  ['a style sheet in a processing instruction', `<?xml-stylesheet href="//evil.example/x.css"?>${svgWith('')}`],
  ['a style', svgWith('<g style="fill:url(//evil.example)"/>')],
  ['a style with quotes', svgWith(`<g style="fill:url( 'https://evil.example' )"/>`)],
  ['a style written with escapes', svgWith('<g style="fill:u\\72l(//evil.example)"/>')],
  ['a style written with a comment', svgWith('<g style="fill:url/**/(//evil.example)"/>')],
  ['an image set', svgWith(`<g style="background:image-set('//evil.example/x.png' 1x)"/>`)],
  ['an image function', svgWith(`<g style="background:image('//evil.example')"/>`)],
  ['a source function', svgWith(`<g style="mask:src('//evil.example')"/>`)],
  ['an expression', svgWith('<g style="width:expression(evil)"/>')],
  ['an external paint', svgWith('<g fill="url(https://evil.example/#a)" cursor="url(//evil.example)"/>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "//evil.example">]>${svgWith('&x;')}`],
  ['an embedded HTML page', svgWith('<foreignObject><iframe src="//evil.example"/></foreignObject>')],
  [
    'an embedded HTML page with prefixes',
    svgWith('<s:foreignObject><h:iframe src="//evil.example"/></s:foreignObject>'),
  ],
  [
    'an object, a video, an audio',
    svgWith('<object data="//evil.example"/><video src="//evil.example"/><audio src="//evil"/>'),
  ],
  ['MathML', svgWith('<math><maction actiontype="statusline" xlink:href="//evil.example"/></math>')],
  ['a comment', svgWith('<!-- evil -->')],
];

/** The names of all elements and attributes of a document. */
function namesOf(svg: string): { elements: string[]; attributes: string[] } {
  const [elements, attributes]: [string[], string[]] = [[], []];
  const parser = new Parser(
    { onopentagname: (name) => elements.push(name), onattribute: (name) => attributes.push(name) },
    { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  );
  parser.end(svg);
  return { elements, attributes };
}

describe('a sanitized SVG', () => {
  it.each(unsafe)('does not contain %s', (_, svg) => {
    const clean = sanitizeSvg(svg);
    expect(clean).not.toMatch(/evil|javascript/i);
    const { elements, attributes } = namesOf(clean);
    expect(elements.filter((name) => name.includes(':'))).toEqual([]);
    expect(attributes.filter((name) => name.includes(':') && !/^(xmlns:xlink|xlink:href)$/.test(name))).toEqual([]);
  });

  it('keeps shapes, paints, text and internal references', () => {
    const kept =
      '<title>a (b) c:d</title><defs><linearGradient id="a"><stop offset="1" stop-color="rgb(1,2,3)"/></linearGradient></defs>' +
      '<g transform="translate(1 2) rotate(3)" style="fill:url(#a);stroke:#fff" aria-label="f(x)"><path d="M1 1Z" fill="url(\'#a\')"/>' +
      '<use xlink:href="#a"/><use href="#b"/><image href="data:image/png;base64,AA=="/><text xml:space="preserve">a &lt; b &amp; c</text></g>';
    const clean = sanitizeSvg(svgWith(kept, 'viewBox="0 0 1 1"'));
    expect(clean).toBe(`${ROOT} viewBox="0 0 1 1">${kept}</svg>`);
    expect(sanitizeSvg(clean)).toBe(clean);
  });

  it.each([
    '<g fill="url( #a )"/>',
    `<g fill="url( '#a' )"/>`,
    '<g style="width:calc((1px + 2px) * (3 - (1)))"/>',
    '<g id="Frame (1)"/>',
  ])('keeps %s', (element) => {
    expect(sanitizeSvg(svgWith(element))).toBe(`${ROOT}>${element}</svg>`);
  });

  it('is empty if the root element is not svg', () => {
    expect(sanitizeSvg('<SVG><svg/><svg/></SVG>')).toBe('');
    expect(sanitizeSvg('<g><svg/></g>')).toBe('');
  });

  it('contains CDATA as escaped text', () => {
    expect(sanitizeSvg(svgWith('<![CDATA[<script>]]>'))).toBe(`${ROOT}>&lt;script&gt;</svg>`);
  });

  it('is well formed, also for malformed documents', () => {
    expect(sanitizeSvg('<svg><g><path></g></svg></g>')).toBe(`${ROOT}><g><path/></g></svg>`);
    expect(sanitizeSvg('<svg><g a=1 b c="\u0001\u0008x" d"=2><text>\u0000<')).toBe(
      `${ROOT}><g a="1" b="" c="x"><text>&lt;</text></g></svg>`,
    );
  });
});

describe('an SVG that exceeds a limit', () => {
  const { characters, references, parentheses, elements, attributes, depth } = svgLimits;

  it('exceeds one of these limits (ADR 0130)', () => {
    expect(svgLimits).toEqual({
      characters: 524_288,
      references: 5_000,
      parentheses: 10_000,
      elements: 5_000,
      attributes: 20_000,
      depth: 64,
    });
  });

  const reasonOf = (svg: string): string | undefined => {
    try {
      sanitizeSvg(svg);
      return undefined;
    } catch (error) {
      if (error instanceof ValidationError) return error.context;
      throw error;
    }
  };
  const perElement = (count: number) => Array.from({ length: count }, (_, index) => ` a${index}=""`).join('');

  it.each([
    ['elements', (count: number) => svgWith('<g/>'.repeat(count - 1)), elements],
    ['elements', (count: number) => svgWith('<z/>'.repeat(count - 1)), elements],
    ['nested deeper', (count: number) => svgWith(`${'<g>'.repeat(count - 1)}${'</g>'.repeat(count - 1)}`), depth],
    ['nested deeper', (count: number) => svgWith('<z>'.repeat(count - 1)), depth],
    ['nested deeper', (count: number) => svgWith(`<script>${'<g>'.repeat(count - 2)}`), depth],
    [
      'attributes',
      (count: number) => `<svg>${`<g${perElement(100)}/>`.repeat(count / 100)}<g${perElement(count % 100)}/></svg>`,
      attributes,
    ],
    ['attributes', (count: number) => svgWith(`<g${perElement(count)}/>`), 200],
    ['character references', (count: number) => svgWith('&lt;'.repeat(count)), references],
    ['opening parentheses', (count: number) => svgWith(`<path d="${'('.repeat(count)}"/>`), parentheses],
    ['longer', (count: number) => svgWith(' '.repeat(count - svgWith('').length)), characters],
  ])('is rejected with the reason: %s', (word, create, limit) => {
    expect(reasonOf(create(limit))).toBeUndefined();
    expect(reasonOf(create(limit + 1))).toContain(word);
  });

  it('is not parsed beyond the limit', () => {
    let read = 0;
    const nested = `<svg>${'<g>'.repeat(100_000)}`;
    const limits = {
      ...svgLimits,
      get depth() {
        read += 1;
        return depth;
      },
    };
    expect(() => sanitizeSvg(nested, limits)).toThrow(ValidationError);
    expect(read).toBeLessThanOrEqual(depth + 2);
  });
});
