import { type Card } from '../dom';

/**
 * Puts comments around the html of a card, as Ghost does. By these comments, `htmlToMobiledoc` recognizes html cards and restores them.
 * @param label the card type in the comments, e.g. `html`
 */
export function betweenComments(label: string, card: Card): Card {
  return {
    name: card.name,
    render(payload, dom, scope) {
      const content = card.render(payload, dom, scope);
      if (content === null) return null;
      const fragment = dom.createDocumentFragment();
      fragment.appendChild(dom.createComment(`kg-card-begin: ${label}`));
      fragment.appendChild(content);
      fragment.appendChild(dom.createComment(`kg-card-end: ${label}`));
      return fragment;
    },
  };
}
