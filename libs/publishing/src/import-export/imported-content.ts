import type { SeenDocument } from '@almanac/rendering';
import type { PostContent } from '../posts/post-content';
import type { RowChange } from './post-access';

export interface ImportedContent {
  content: PostContent;
  changes: RowChange[];
}

const IS_HTML = 'Almanac would show the post differently. Its html is kept as one html card.';

/** The parts of a document that are html cards now. */
export function changesOf({ htmlCards, isWhole }: SeenDocument): RowChange[] {
  if (htmlCards === 0) return [];
  const parts =
    htmlCards === 1
      ? 'One part of the post is kept as an html card.'
      : `${htmlCards} parts of the post are kept as html cards.`;
  const detail = isWhole ? IS_HTML : parts;
  return [{ change: 'content-kept-as-html', detail }];
}
