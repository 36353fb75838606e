import { ValidationError } from '@almanac/errors';
import { Parser } from 'htmlparser2';
import { sanitizeSvg } from './sanitize-svg';
import { svgLimits } from './svg-limits';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
const drawing = (content: string, attributes = '') => `<svg xmlns="${SVG}" ${attributes}>${content}</svg>`;
const ROOT = `<svg xmlns="${SVG}" xmlns:xlink="${XLINK}"`;

/** Documents that act, load or point elsewhere; what gives them away is the word "evil". */
const active: [string, string][] = [
  ['a script', drawing('<script>evil()</script>')],
  ['a script with a prefix', `<svg xmlns="${SVG}" xmlns:x="${SVG}"><x:script>evil()</x:script></svg>`],
  [
    'a script of another default namespace',
    drawing(`<g xmlns="http://www.w3.org/1999/xhtml"><script>evil()</script></g>`),
  ],
  ['an html script with a prefix', drawing('<h:script>evil()</h:script>', 'xmlns:h="http://www.w3.org/1999/xhtml"')],
  ['a script that is an attribute of its own', drawing('<script href="//evil.example/x.js"/>')],
  ['a script within a removed element', drawing('<foreignObject><g><script>evil()</script></g></foreignObject>')],
  ['a script after the drawing', `${drawing('')}<script>evil()</script>`],
  ['a second drawing', `${drawing('')}<svg onload="evil()"><text>evil</text></svg>`],
  ['a handler', drawing('<g onclick="evil()"/>')],
  ['a handler in capitals', drawing('<g ONCLICK="evil()"/>')],
  ['a handler with a prefix', drawing('<g x:onclick="evil()"/>', 'xmlns:x="http://www.w3.org/1999/xhtml"')],
  ['a handler at the root', drawing('', 'onload="evil()"')],
  ['a link', drawing('<a href="https://evil.example/"><g/></a>')],
  ['a link of an element that stays', drawing('<use href="https://evil.example/x.svg#a"/>')],
  ['an aliased link', `<svg xmlns="${SVG}" xmlns:x="${XLINK}"><use x:href="https://evil.example/"/></svg>`],
  ['an aliased link declared beside it', drawing(`<use xmlns:y="${XLINK}" y:href="//evil.example/"/>`)],
  ['an aliased link in capitals', `<svg xmlns="${SVG}" xmlns:X="${XLINK}"><image X:HREF="//evil.example/"/></svg>`],
  ['a link to a script', drawing('<image xlink:href="javascript:evil()"/>', `xmlns:xlink="${XLINK}"`)],
  ['a link to a script, spelt with references', drawing('<image href="java&#115;cript&colon;evil()"/>')],
  ['a link to a script, spelt with tabs', drawing('<image href="java&#9;script:evil()"/>')],
  ['a picture with a script', drawing('<image href="data:image/svg+xml;base64,evil"/>')],
  ['a page as a picture', drawing('<image href="data:text/html,evil"/>')],
  ['a picture from elsewhere', drawing('<image href="//evil.example/x.png"/>')],
  ['a picture relative to a base', drawing('<image href="x.png"/>', 'xml:base="//evil.example/"')],
  ['a filter that loads', drawing('<filter><feImage href="//evil.example/x"/></filter>')],
  ['an animation of a link', drawing('<use><set attributeName="href" to="//evil.example"/></use>')],
  ['an animation with a prefix', drawing('<use><x:animate to="//evil.example"/></use>', `xmlns:x="${SVG}"`)],
  [
    'a handler element',
    drawing('<handler>evil()</handler><ev:listener handler="//evil.example"/>').replace('evil()', ''),
  ],
  ['a style sheet', drawing('<style>@import "//evil.example";</style>')],
  ['a style sheet by instruction', `<?xml-stylesheet href="//evil.example/x.css"?>${drawing('')}`],
  ['a style', drawing('<g style="fill:url(//evil.example)"/>')],
  ['a style with quotes', drawing(`<g style="fill:url( 'https://evil.example' )"/>`)],
  ['a style spelt with escapes', drawing('<g style="fill:u\\72l(//evil.example)"/>')],
  ['a style spelt with a comment', drawing('<g style="fill:url/**/(//evil.example)"/>')],
  ['a set of pictures', drawing(`<g style="background:image-set('//evil.example/x.png' 1x)"/>`)],
  ['a picture function', drawing(`<g style="background:image('//evil.example')"/>`)],
  ['a source function', drawing(`<g style="mask:src('//evil.example')"/>`)],
  ['an expression', drawing('<g style="width:expression(evil)"/>')],
  ['a paint from elsewhere', drawing('<g fill="url(https://evil.example/#a)" cursor="url(//evil.example)"/>')],
  ['an entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "//evil.example">]>${drawing('&x;')}`],
  ['an embedded page', drawing('<foreignObject><iframe src="//evil.example"/></foreignObject>')],
  ['a prefixed embedded page', drawing('<s:foreignObject><h:iframe src="//evil.example"/></s:foreignObject>')],
  [
    'an object, a video, an audio',
    drawing('<object data="//evil.example"/><video src="//evil.example"/><audio src="//evil"/>'),
  ],
  ['MathML', drawing('<math><maction actiontype="statusline" xlink:href="//evil.example"/></math>')],
  ['a comment', drawing('<!-- evil -->')],
];

/** Every name and value of a document, as a parser of XML reads it. */
function namesOf(svg: string): { elements: string[]; attributes: string[] } {
  const [elements, attributes]: [string[], string[]] = [[], []];
  const parser = new Parser(
    { onopentagname: (name) => elements.push(name), onattribute: (name) => attributes.push(name) },
    { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false },
  );
  parser.end(svg);
  return { elements, attributes };
}

describe('a sanitized drawing', () => {
  it.each(active)('has nothing of %s', (_, svg) => {
    const clean = sanitizeSvg(svg);
    expect(clean).not.toMatch(/evil|javascript/i);
    const { elements, attributes } = namesOf(clean);
    expect(elements.filter((name) => name.includes(':'))).toEqual([]);
    expect(attributes.filter((name) => name.includes(':') && !/^(xmlns:xlink|xlink:href)$/.test(name))).toEqual([]);
  });

  it('keeps what draws', () => {
    const kept =
      '<title>a (b) c:d</title><defs><linearGradient id="a"><stop offset="1" stop-color="rgb(1,2,3)"/></linearGradient></defs>' +
      '<g transform="translate(1 2) rotate(3)" style="fill:url(#a);stroke:#fff" aria-label="f(x)"><path d="M1 1Z" fill="url(\'#a\')"/>' +
      '<use xlink:href="#a"/><use href="#b"/><image href="data:image/png;base64,AA=="/><text xml:space="preserve">a &lt; b &amp; c</text></g>';
    const clean = sanitizeSvg(drawing(kept, 'viewBox="0 0 1 1"'));
    expect(clean).toBe(`${ROOT} viewBox="0 0 1 1">${kept}</svg>`);
    expect(sanitizeSvg(clean)).toBe(clean);
  });

  it('has character data as text', () => {
    expect(sanitizeSvg(drawing('<![CDATA[<script>]]>'))).toBe(`${ROOT}>&lt;script&gt;</svg>`);
  });

  it('is well formed, whatever was left open or out of order', () => {
    expect(sanitizeSvg('<svg><g><path></g></svg></g>')).toBe(`${ROOT}><g><path/></g></svg>`);
    expect(sanitizeSvg('<svg><g a=1 b c="\u0001\u0008x" d"=2><text>\u0000<')).toBe(
      `${ROOT}><g a="1" b="" c="x"><text>&lt;</text></g></svg>`,
    );
  });
});

describe('a drawing beyond a limit', () => {
  const { characters, references, brackets, elements, attributes, depth } = svgLimits;

  it('is beyond these (ADR 0130)', () => {
    expect(svgLimits).toEqual({
      characters: 524_288,
      references: 5_000,
      brackets: 10_000,
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
    ['elements', (count: number) => drawing('<g/>'.repeat(count - 1)), elements],
    ['elements', (count: number) => drawing('<z/>'.repeat(count - 1)), elements],
    ['nested deeper', (count: number) => drawing(`${'<g>'.repeat(count - 1)}${'</g>'.repeat(count - 1)}`), depth],
    ['nested deeper', (count: number) => drawing('<z>'.repeat(count - 1)), depth],
    ['nested deeper', (count: number) => drawing(`<script>${'<g>'.repeat(count - 2)}`), depth],
    [
      'attributes',
      (count: number) => `<svg>${`<g${perElement(100)}/>`.repeat(count / 100)}<g${perElement(count % 100)}/></svg>`,
      attributes,
    ],
    ['attributes', (count: number) => drawing(`<g${perElement(count)}/>`), 200],
    ['character references', (count: number) => drawing('&lt;'.repeat(count)), references],
    ['brackets', (count: number) => drawing(`<path d="${'('.repeat(count)}"/>`), brackets],
    ['longer', (count: number) => drawing(' '.repeat(count - drawing('').length)), characters],
  ])('is refused with the reason: %s', (word, make, limit) => {
    expect(reasonOf(make(limit))).toBeUndefined();
    expect(reasonOf(make(limit + 1))).toContain(word);
  });

  it('is not read further than to the limit', () => {
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
