import type { MenuItem, NodeClass } from '@tryghost/koenig-lexical';
import type { Messages } from '../../../i18n/en/index.ts';

export interface MenuTexts {
  cards: Messages['editor']['cards'];
  /** The heading of the cards for other sites. */
  embeds: string;
}

type CardName = keyof MenuTexts['cards'];

/** The names of the catalogue by Koenig's labels. A card that is not here keeps Koenig's own texts. */
const NAMES: Readonly<Record<string, CardName>> = {
  Image: 'image',
  Markdown: 'markdown',
  HTML: 'html',
  Gallery: 'gallery',
  Divider: 'divider',
  Bookmark: 'bookmark',
  'Email content': 'email',
  'Email call to action': 'emailCta',
  'Public preview': 'paywall',
  Button: 'button',
  'Call to action': 'callToAction',
  Callout: 'callout',
  Toggle: 'toggle',
  Video: 'video',
  Audio: 'audio',
  File: 'file',
  Product: 'product',
  Header: 'header',
  Signup: 'signup',
  'Other...': 'embed',
};

function translated(item: MenuItem, { cards, embeds }: MenuTexts): MenuItem {
  const name = NAMES[item.label];
  const section = item.section === 'Embeds' && { section: embeds };
  if (!name) return { ...item, ...section };
  const { label, desc } = cards[name];
  // Koenig finds a card by the beginnings of these words.
  const matches = Array.isArray(item.matches) && { matches: [...item.matches, label.toLowerCase()] };
  return { ...item, ...section, label, desc, ...matches };
}

/** Replaces the texts of a node in the menu of cards by those of the Console's language: Koenig has English texts only. */
export function translateMenu(node: NodeClass, texts: MenuTexts): void {
  const { kgMenu } = node;
  if (!kgMenu) return;
  node.kgMenu = Array.isArray(kgMenu) ? kgMenu.map((item) => translated(item, texts)) : translated(kgMenu, texts);
}
