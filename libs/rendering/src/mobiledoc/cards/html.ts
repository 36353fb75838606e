import { readText, type Card } from '../dom';
import { betweenComments } from './between-comments';

/** Raw html. It is rendered unchanged, even if it is malformed, between the comments `kg-card-begin: html` and `kg-card-end: html`. */
export const htmlCard: Card = betweenComments('html', {
  name: 'html',
  render(payload, dom) {
    const html = readText(payload, 'html');
    return html === undefined ? null : dom.createRawHTMLSection(html);
  },
});
