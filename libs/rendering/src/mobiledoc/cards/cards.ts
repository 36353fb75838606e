import type { Card } from '../dom';
import { bookmarkCard } from './bookmark';
import { codeCard } from './code';
import { embedCard } from './embed';
import { galleryCard } from './gallery';
import { hrCard } from './hr';
import { htmlCard } from './html';
import { imageCard } from './image';
import { legacyMarkdownCard, markdownCard } from './markdown';

/** The cards that Ghost 3 renders. Other cards stay in the mobiledoc and render as nothing. */
export const cards: readonly Card[] = [
  bookmarkCard,
  codeCard,
  embedCard,
  galleryCard,
  hrCard,
  htmlCard,
  imageCard,
  legacyMarkdownCard,
  markdownCard,
];
