import { ValidationError } from '@almanac/errors';
import { markupCost } from '../../markup-cost';
import { HtmlBudget } from '../../mobiledoc/document-limits';
import { markdownToHtml } from '../../mobiledoc/markdown';

/** The maximum number of tags and attributes in the html of all markdown cards of a document. */
const MAX_TAGS = 10_000;
/** The maximum number of top-level elements of this html. The time to parse html grows with the square of their number. */
const MAX_BLOCKS = 1_500;
const MAX_DEPTH = 50;
/** The maximum number of attributes of one tag. */
const MAX_ATTRIBUTES = 50;
/** The maximum number of times that the parser opens an unclosed formatting element, e.g. `<b>`, again in a following block. */
const MAX_REOPENED = 10_000;

/** Limits the html that the markdown cards of one document produce: the lexical renderer parses that html into a DOM. */
export class MarkdownMeter {
  private readonly budget = new HtmlBudget();
  private tags = 0;
  private blocks = 0;
  private reopened = 0;

  /** Counts the html of a markdown card. @throws ValidationError whose context names the exceeded limit */
  add(markdown: string): void {
    const { tags, roots, maxDepth, maxAttributes, totalAttributes, reopened } = markupCost(
      markdownToHtml(markdown, { budget: this.budget, isGhost4: true }),
    );
    this.tags += tags + totalAttributes;
    this.blocks += roots;
    this.reopened += reopened;
    const reason =
      (this.tags > MAX_TAGS && `has more than ${MAX_TAGS} tags and attributes`) ||
      (this.blocks > MAX_BLOCKS && `has more than ${MAX_BLOCKS} blocks`) ||
      (this.reopened > MAX_REOPENED && 'leaves too much formatting open') ||
      (maxDepth > MAX_DEPTH && `is nested deeper than ${MAX_DEPTH} elements`) ||
      (maxAttributes > MAX_ATTRIBUTES && `has a tag with more than ${MAX_ATTRIBUTES} attributes`);
    if (reason === false) return;
    throw new ValidationError('The markdown is too large.', { context: `The markdown of the document ${reason}.` });
  }
}
