import MarkdownIt from 'markdown-it';
import footnote from 'markdown-it-footnote';
import lazyHeaders from 'markdown-it-lazy-headers';
import mark from 'markdown-it-mark';

const converter = new MarkdownIt({ html: true, breaks: true, linkify: true })
  .use(footnote)
  .use(lazyHeaders)
  .use(mark)
  .use(withHeadingIds);
// Only what is written with its scheme becomes a link: `example.com` is often a name.
converter.linkify.set({ fuzzyLink: false });

/** Markdown as Ghost 3 prints it: html allowed, line breaks kept, links found, footnotes and `==marks==`. */
export function markdownToHtml(markdown: string): string {
  return converter.render(markdown);
}

/** The ids are part of links people have shared, so they stay what they always were: word characters only. */
function withHeadingIds(markdownIt: MarkdownIt): void {
  markdownIt.renderer.rules.heading_open = (tokens, index, options, _environment, self) => {
    const title = (tokens[index + 1]?.children ?? []).map((child) => child.content).join('');
    tokens[index]?.attrPush(['id', title.replace(/[^\w]/g, '').toLowerCase()]);
    return self.renderToken(tokens, index, options);
  };
}
