import { element, figure, readText, type Card, type CardDocument, type CardNode } from '../dom';

const IMAGES_PER_ROW = 3;
/** Larger row numbers in a payload count as this one. The editor allows nine images in three rows. */
const MAX_ROW = 100;

/** Images in rows, as the editor arranged them. Images without a file name, URL or size are left out. */
export const galleryCard: Card = {
  name: 'gallery',
  render(payload, dom) {
    const images: unknown[] = Array.isArray(payload.images) ? payload.images.filter(isComplete) : [];
    if (images.length === 0) return null;
    const rows = inRows(images).map((row) => {
      const cells = row.map((image) => element(dom, 'div', { class: 'kg-gallery-image' }, [img(image, dom)]));
      return element(dom, 'div', { class: 'kg-gallery-row' }, cells);
    });
    const container = element(dom, 'div', { class: 'kg-gallery-container' }, rows);
    return figure(dom, 'kg-card kg-gallery-card kg-width-wide', [container], readText(payload, 'caption'));
  },
};

function isComplete(image: unknown): boolean {
  return ['fileName', 'src', 'width', 'height'].every((field) => readText(image, field) !== undefined);
}

function img(image: unknown, dom: CardDocument): CardNode {
  return element(dom, 'img', {
    src: readText(image, 'src'),
    width: readText(image, 'width'),
    height: readText(image, 'height'),
    alt: readText(image, 'alt'),
    title: readText(image, 'title'),
  });
}

function inRows(images: unknown[]): unknown[][] {
  const rows = new Map<number, unknown[]>();
  images.forEach((image, index) => {
    // If the last row has a single image, the image before it moves into this row.
    const movesDown = images.length > 1 && images.length % IMAGES_PER_ROW === 1 && index === images.length - 2;
    const row = Math.min(Number(readText(image, 'row') ?? 0) + (movesDown ? 1 : 0), MAX_ROW);
    const inRow = rows.get(row);
    if (inRow) inRow.push(image);
    else rows.set(row, [image]);
  });
  return [...rows.entries()].sort(([a], [b]) => a - b).map(([, row]) => row);
}
