import { escapeAttribute } from 'entities';
import fc from 'fast-check';
import { DomUtils, parseDocument } from 'htmlparser2';
import { inlineStyles } from './inline-styles';
import { mailSafeParts } from './mail-safe-html';
import { emailTextsOf } from './texts';

const CSS = 'p { color: black; } td { padding: 0; }';
const conversion = {
  scope: { siteUrl: 'https://site.example', itemUrl: 'https://site.example/post/' },
  texts: emailTextsOf('en'),
};

/** The style of an element in a mail whose author gave it this style. */
async function styleInMail(style: string, tag = 'p'): Promise<string> {
  const parts = mailSafeParts(`<${tag} style="${escapeAttribute(style)}">x</${tag}>`, conversion);
  const html = (await inlineStyles(parts, CSS)).join('');
  const [element] = DomUtils.getElementsByTagName(tag, parseDocument(html).children);
  return element?.attribs.style ?? '';
}

describe('the style of an element in a mail', () => {
  it.each([
    ['color: red', 'color: red;'],
    ['COLOR:red;;margin : 0 auto;', 'color: red; margin: 0 auto;'],
    ['font-family: "Georgia", serif; color: red', "font-family: 'Georgia', serif; color: red;"],
    ["font-family: 'Georgia'; color: red", "font-family: 'Georgia'; color: red;"],
    ['width: calc((100% - 2px) / 3); color: red !important', 'width: calc((100% - 2px) / 3); color: red;'],
    ['color: red; background-position: center', 'color: red; background-position: center;'],
  ])('keeps %s', async (style, expected) => expect(await styleInMail(style)).toBe(expected));

  it.each([
    ';',
    ' ',
    'color: ;',
    'color',
    'width:calc(50%',
    'width: 50%)',
    'font-family: "Georgia',
    `font-family: "it's"`,
    'constructor: red',
    'position:fixed',
    'posi tion:fixed',
    'Position : fixed',
    'background: u&#114l(https://evil.example/x.gif)',
    'background: url (https://evil.example/x.gif)',
    'width: 1px @media',
    'color: {{red}}',
  ])('has no declaration of %j, and keeps the others', async (style) => {
    expect(await styleInMail(style)).toBe('color: black;');
    expect(await styleInMail(`margin: 0;${style}`)).toBe('color: black; margin: 0;');
  });

  it('contains variables as they were written, so that their text becomes no part of another value', async () => {
    expect(await styleInMail('background: var(--x, u)rl(//evil.example/x.gif); --x: u')).not.toContain('url(');
    expect(await styleInMail('margin: var(--x); --x: var(--x)')).toContain('margin: var(--x)');
  });

  it('never prevents a mail, and covers or loads nothing', async () => {
    const pieces = [
      ...[
        ':',
        ';',
        ',',
        '"',
        "'",
        '(',
        ')',
        '{',
        '}',
        '/',
        '*',
        '/*',
        '*/',
        '@',
        '@media',
        '\\',
        '!important',
        '-',
        '#',
      ],
      ...['&', '&#114', '&quot;', '&amp;', '<%', '%>', '{{', '}}', ' ', '\n', '\t', '\u00a0', '[', ']', '%', '--'],
      ...['color', 'width', 'background', 'position', 'posi tion', 'constructor', 'toString', '__proto__', 'content'],
      ...['counter-reset', 'calc(', 'var(', 'url(', 'u', 'rl(', 'fixed', 'red', '10px', '50%', 'color: ', '; width: '],
    ];
    const style = fc
      .array(fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...pieces) }, fc.string({ unit: 'binary' })), {
        maxLength: 16,
      })
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(style, fc.constantFrom('p', 'td', 'b'), async (text, tag) => {
        expect(await styleInMail(text, tag)).not.toMatch(/(?:^|;)\s*position\s*:|url\s*\(/i);
      }),
      { numRuns: 1000 },
    );
  });
});
