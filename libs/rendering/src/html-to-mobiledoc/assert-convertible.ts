import { ValidationError } from '@almanac/errors';
import { markupCost } from '../markup-cost';

const MAX_DEPTH = 200;
const MAX_TAGS = 5_000;
/** For each image, the parser searches all images before it. */
const MAX_IMAGES = 1_000;
/** The maximum number of attributes of one tag. The parser compares each attribute with all attributes before it. */
const MAX_ATTRIBUTES = 200;
/** In UTF-16 units. */
const MAX_LENGTH = 5_000_000;
/** The maximum number of times that the parser opens an unclosed formatting element, e.g. `<b>`, again in a following block. */
const MAX_REOPENED = 10_000;

/**
 * Rejects html whose conversion to mobiledoc or lexical would take too long.
 *
 * @throws ValidationError whose context names the limit that the html exceeds
 */
export function assertConvertible(html: string): void {
  const { tags, images, maxAttributes, maxDepth, reopened } = markupCost(html);
  const reason =
    (html.length > MAX_LENGTH && `is longer than ${MAX_LENGTH} characters`) ||
    (tags > MAX_TAGS && `has more than ${MAX_TAGS} tags`) ||
    (images > MAX_IMAGES && `has more than ${MAX_IMAGES} images`) ||
    (maxAttributes > MAX_ATTRIBUTES && `has a tag with more than ${MAX_ATTRIBUTES} attributes`) ||
    (maxDepth > MAX_DEPTH && `is nested deeper than ${MAX_DEPTH} elements`) ||
    (reopened > MAX_REOPENED && 'leaves too much formatting open');
  if (reason === false) return;
  throw new ValidationError('The html is too large or too complex to be converted.', {
    property: 'html',
    context: `The html ${reason}.`,
  });
}
