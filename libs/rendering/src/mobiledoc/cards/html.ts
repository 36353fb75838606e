import { text, type Card } from '../dom';
import { betweenComments } from './between-comments';

/** Raw html, given out untouched: broken markup in it is its writer's to repair. */
export const htmlCard: Card = betweenComments('html', {
  name: 'html',
  render(payload, dom) {
    const html = text(payload, 'html');
    return html === undefined ? null : dom.createRawHTMLSection(html);
  },
});
