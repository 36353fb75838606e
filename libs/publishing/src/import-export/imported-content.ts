import type { SeenDocument } from '@almanac/rendering';
import type { PostContent } from '../posts/post-content';
import type { RowChange } from './post-access';

export interface ImportedContent {
  content: PostContent;
  changes: RowChange[];
}

const IS_HTML = 'Almanac would show the post differently. Its html is kept as one html card.';

/** The parts of a document that are html cards now, and the cards that are not shown. */
export function changesOf(seen: SeenDocument & { unknownCards?: readonly string[] }): RowChange[] {
  const { unknownCards = [] } = seen;
  return [...htmlChangesOf(seen), ...unknownCards.slice(0, MAX_CARDS).map(cardNotShown)];
}

const MAX_CARDS = 20;
const MAX_NAME_LENGTH = 100;

function cardNotShown(name: string): RowChange {
  const detail = `The card "${name.slice(0, MAX_NAME_LENGTH)}" is unknown. It stays in the post and is not shown.`;
  return { change: 'card-not-shown', detail };
}

function htmlChangesOf({ htmlCards, isWhole }: SeenDocument): RowChange[] {
  if (htmlCards === 0) return [];
  const parts =
    htmlCards === 1
      ? 'One part of the post is kept as an html card.'
      : `${htmlCards} parts of the post are kept as html cards.`;
  const detail = isWhole ? IS_HTML : parts;
  return [{ change: 'content-kept-as-html', detail }];
}
