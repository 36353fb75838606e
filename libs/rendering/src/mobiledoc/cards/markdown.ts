import { markdownToHtml } from '../markdown';
import { readText, type Card } from '../dom';
import { betweenComments } from './between-comments';

const render: Card['render'] = (payload, dom, scope) => {
  const html = markdownToHtml(readText(payload, 'markdown') ?? '', scope);
  return html === '' ? null : dom.createRawHTMLSection(html);
};

/** Markdown that may contain html. */
export const markdownCard: Card = betweenComments('markdown', { name: 'markdown', render });

/** The markdown card of the oldest mobiledoc documents, in which its name is `card-markdown`. */
export const legacyMarkdownCard: Card = betweenComments('markdown', { name: 'card-markdown', render });
