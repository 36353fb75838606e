import { element, figure, text, type Card } from '../dom';

/** An image in one of three widths, with alternative text, title and caption. */
export const imageCard: Card = {
  name: 'image',
  render(payload, dom) {
    const src = text(payload, 'src');
    if (src === undefined) return null;
    const width = text(payload, 'cardWidth');
    const className = width === undefined ? 'kg-card kg-image-card' : `kg-card kg-image-card kg-width-${width}`;
    const alt = text(payload, 'alt');
    const image = element(dom, 'img', { src, class: 'kg-image', alt, title: text(payload, 'title') });
    return figure(dom, className, [image], text(payload, 'caption'));
  },
};
