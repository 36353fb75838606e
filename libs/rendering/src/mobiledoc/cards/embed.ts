import { figure, readText, type Card } from '../dom';

/** Html of another site, e.g. a video player, as its provider returned it. */
export const embedCard: Card = {
  name: 'embed',
  render(payload, dom) {
    const html = readText(payload, 'html');
    if (html === undefined) return null;
    return figure(dom, 'kg-card kg-embed-card', [dom.createRawHTMLSection(html)], readText(payload, 'caption'));
  },
};
