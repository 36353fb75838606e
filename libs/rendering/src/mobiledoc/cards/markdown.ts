import { markdownToHtml } from '../markdown';
import { text, type Card } from '../dom';
import { betweenComments } from './between-comments';

const render: Card['render'] = (payload, dom, budget) => {
  const html = markdownToHtml(text(payload, 'markdown') ?? '', budget);
  return html === '' ? null : dom.createRawHTMLSection(html);
};

/** Markdown. */
export const markdownCard: Card = betweenComments('markdown', { name: 'markdown', render });

/** The same card under the name it had in the first mobiledocs. */
export const legacyMarkdownCard: Card = betweenComments('markdown', { name: 'card-markdown', render });
