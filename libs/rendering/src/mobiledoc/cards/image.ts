import { element, figure, readText, type Card } from '../dom';

/** An image in one of three widths, with alternative text, title and caption. */
export const imageCard: Card = {
  name: 'image',
  render(payload, dom) {
    const src = readText(payload, 'src');
    if (src === undefined) return null;
    const width = readText(payload, 'cardWidth');
    const className = width === undefined ? 'kg-card kg-image-card' : `kg-card kg-image-card kg-width-${width}`;
    const alt = readText(payload, 'alt');
    const image = element(dom, 'img', { src, class: 'kg-image', alt, title: readText(payload, 'title') });
    return figure(dom, className, [image], readText(payload, 'caption'));
  },
};
