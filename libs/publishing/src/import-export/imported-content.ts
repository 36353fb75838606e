import type { MatchedDocument } from '@almanac/rendering';
import type { PostContent } from '../posts/post-content';
import type { RowChange } from './post-access';

/** The content of a post of the file, as it is stored, and its differences from the file. */
export interface ImportedContent {
  content: PostContent;
  changes: RowChange[];
}

const LEAVES_PARTS_OUT = 'Parts of the document that are not in its html are left out.';
const IS_ONE_HTML_CARD = 'Almanac would show the post differently. Its html is kept as one html card.';

/**
 * The changes to report for a document that was matched with the html of its row: parts that became html cards or were left out, and the
 * first 20 unknown cards, which stay in the document but are not rendered.
 */
export function changesOf(matched: MatchedDocument & { unknownCards?: readonly string[] }): RowChange[] {
  const { unknownCards = [] } = matched;
  return [...htmlChangesOf(matched), ...unknownCards.slice(0, MAX_CARDS).map(cardNotShown)];
}

const MAX_CARDS = 20;
const MAX_NAME_LENGTH = 100;

function cardNotShown(name: string): RowChange {
  const detail = `The card "${name.slice(0, MAX_NAME_LENGTH)}" is unknown. It stays in the post and is not shown.`;
  return { change: 'card-not-shown', detail };
}

function htmlChangesOf({ htmlCards, hasOmittedParts, isOneHtmlCard }: MatchedDocument): RowChange[] {
  if (hasOmittedParts) return [{ change: 'content-kept-as-html', detail: LEAVES_PARTS_OUT }];
  if (htmlCards === 0) return [];
  const parts =
    htmlCards === 1
      ? 'One part of the post is kept as an html card.'
      : `${htmlCards} parts of the post are kept as html cards.`;
  const detail = isOneHtmlCard ? IS_ONE_HTML_CARD : parts;
  return [{ change: 'content-kept-as-html', detail }];
}
