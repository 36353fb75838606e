import { type Card } from '../dom';

/** Marks where a card begins and ends, so that the html can be read back into the same card. */
export function betweenComments(label: string, card: Card): Card {
  return {
    name: card.name,
    render(payload, dom, budget) {
      const content = card.render(payload, dom, budget);
      if (content === null) return null;
      const fragment = dom.createDocumentFragment();
      fragment.appendChild(dom.createComment(`kg-card-begin: ${label}`));
      fragment.appendChild(content);
      fragment.appendChild(dom.createComment(`kg-card-end: ${label}`));
      return fragment;
    },
  };
}
