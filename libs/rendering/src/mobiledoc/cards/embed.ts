import { figure, text, type Card } from '../dom';

/** Html of another site, e.g. a video player, as its provider returned it. */
export const embedCard: Card = {
  name: 'embed',
  render(payload, dom) {
    const html = text(payload, 'html');
    if (html === undefined) return null;
    return figure(dom, 'kg-card kg-embed-card', [dom.createRawHTMLSection(html)], text(payload, 'caption'));
  },
};
