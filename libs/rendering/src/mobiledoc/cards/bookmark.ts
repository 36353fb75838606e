import { prefixScriptUrl } from '../links';
import { element, figure, readText, type Card, type CardDocument, type CardNode } from '../dom';

/** A link with the title, description, author, icon and thumbnail of its target page. */
export const bookmarkCard: Card = {
  name: 'bookmark',
  render(payload, dom) {
    const { metadata } = payload;
    const url = readText(metadata, 'url');
    const title = readText(metadata, 'title');
    const description = readText(metadata, 'description');
    if (url === undefined || title === undefined || description === undefined) return null;
    const content = element(dom, 'div', { class: 'kg-bookmark-content' }, [
      element(dom, 'div', { class: 'kg-bookmark-title' }, [dom.createTextNode(title)]),
      element(dom, 'div', { class: 'kg-bookmark-description' }, [dom.createTextNode(description)]),
      element(dom, 'div', { class: 'kg-bookmark-metadata' }, iconAndNames(metadata, dom)),
    ]);
    const link = element(dom, 'a', { class: 'kg-bookmark-container', href: prefixScriptUrl(url) }, [
      content,
      ...thumbnail(metadata, dom),
    ]);
    return figure(dom, 'kg-card kg-bookmark-card', [link], readText(payload, 'caption'));
  },
};

function iconAndNames(metadata: unknown, dom: CardDocument): CardNode[] {
  const icon = readText(metadata, 'icon');
  const names = ['author', 'publisher'].flatMap((role) => {
    const name = readText(metadata, role);
    return name === undefined
      ? []
      : [element(dom, 'span', { class: `kg-bookmark-${role}` }, [dom.createTextNode(name)])];
  });
  return icon === undefined ? names : [element(dom, 'img', { class: 'kg-bookmark-icon', src: icon }), ...names];
}

function thumbnail(metadata: unknown, dom: CardDocument): CardNode[] {
  const src = readText(metadata, 'thumbnail');
  if (src === undefined) return [];
  return [element(dom, 'div', { class: 'kg-bookmark-thumbnail' }, [element(dom, 'img', { src })])];
}
