import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LexicalRenderer, mobiledocToHtml } from '../src';
import { hasSameContent } from '../src/lexical/same-content';

/** Documents of Ghost 5.87 with the html that it rendered. */
const cards = JSON.parse(readFileSync(join(__dirname, 'every-card.json'), 'utf8')) as {
  name: string;
  lexical: object;
  html: string;
}[];
const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

/** Ghost renamed this placeholder in the form of the signup card. */
const withNewPlaceholder = (html: string) =>
  html.replace('placeholder="jamie@example.com"', 'placeholder="Your email"');
const headingIds = (html: string) => [...html.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id]) => id);

describe('a document of Ghost 5', () => {
  it.each(cards)('with $name has the content and the heading ids of its html', async ({ lexical, html }) => {
    const rendered = await renderer.render(JSON.stringify(lexical));
    expect(headingIds(rendered.html)).toEqual(headingIds(html));
    expect(hasSameContent(rendered.html, withNewPlaceholder(html)) || rendered.html).toBe(true);
  });

  it.each(cards)('with $name has a mobiledoc with the content of its html', async ({ lexical }) => {
    const { html, mobiledoc } = await renderer.render(JSON.stringify(lexical));
    expect(hasSameContent(mobiledocToHtml(mobiledoc), html) || mobiledoc).toBe(true);
  });
});
