import type { MenuItem, NodeClass } from '@tryghost/koenig-lexical';
import type { Messages } from '../../../i18n/en/index.ts';

export interface MenuTexts {
  cards: Messages['editor']['cards'];
  /** The heading of the cards that embed content of other sites. */
  embeds: string;
}

type CardKey = keyof MenuTexts['cards'];

/** The translation keys by the English labels of Koenig. The texts of a card without a key stay in English. */
const KEYS_BY_LABEL: Readonly<Record<string, CardKey>> = {
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

function translateItem(item: MenuItem, { cards, embeds }: MenuTexts): MenuItem {
  const key = KEYS_BY_LABEL[item.label];
  const section = item.section === 'Embeds' && { section: embeds };
  if (!key) return { ...item, ...section };
  const { label, desc } = cards[key];
  // Koenig finds a card if the typed text is the beginning of one of its `matches`.
  const matches = Array.isArray(item.matches) && { matches: [...item.matches, label.toLowerCase()] };
  return { ...item, ...section, label, desc, ...matches };
}

/** Translates the menu entries of a card, because Koenig has only English texts. Changes the node class of the card. */
export function translateMenu(node: NodeClass, texts: MenuTexts): void {
  const { kgMenu } = node;
  if (!kgMenu) return;
  node.kgMenu = Array.isArray(kgMenu) ? kgMenu.map((item) => translateItem(item, texts)) : translateItem(kgMenu, texts);
}
