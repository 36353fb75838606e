import { tsqueriesOfWords } from '@almanac/entities';
import { type Issue } from '@almanac/validation';
import { type QuerySearchEventsArgs } from '../generated/schema-types';
import { collectIssue } from '../graphql/collect-issue';
import { inputError } from '../graphql/input-error';
import { type FilterValidator } from '../occurrences/filters';
import { type Search } from './find-matches';
import { parseSearchCursor, type SearchKey } from './search-cursor';

/** In UTF-16 code units. */
const MAX_TEXT_LENGTH = 200;

/**
 * Validates the arguments of a search.
 * @returns the search, and the key of the last event that was read for the previous page; the page begins after it
 * @throws ValidationError with every issue
 */
export function checkSearch(
  input: QuerySearchEventsArgs,
  filters: FilterValidator,
): Search & { after: SearchKey | undefined } {
  const { text, owner, after, from, to, categories, first } = input;
  const issues: Issue[] = [];
  const queries = text.length <= MAX_TEXT_LENGTH ? tsqueriesOfWords(text) : [];
  if (queries.length === 0) {
    issues.push({
      path: 'text',
      message: `text must have a letter or digit, and at most ${MAX_TEXT_LENGTH} characters`,
    });
  }
  const filter = filters.readSearch({ from, to, categories, first }, issues);
  const key = typeof after === 'string' ? collectIssue(() => parseSearchCursor(after), issues) : undefined;
  if (issues.length > 0) throw inputError(issues);
  return { queries, filter, owner: owner ?? null, after: key };
}
