import { readText, type Card } from '../dom';
import { betweenComments } from './between-comments';

/** Raw html, which is printed unchanged even if it is malformed. */
export const htmlCard: Card = betweenComments('html', {
  name: 'html',
  render(payload, dom) {
    const html = readText(payload, 'html');
    return html === undefined ? null : dom.createRawHTMLSection(html);
  },
});
