import { ValidationError } from '@almanac/errors';
import { parseFilter, type QueryParameters } from '@almanac/resource-queries';

/** In characters. */
const MAX_SEARCH_LENGTH = 191;

/** NQL escapes both kinds of quotes with a backslash. */
const quoteLiteral = (text: string): string => `'${text.replaceAll(/['"]/g, '\\$&')}'`;

/**
 * Adds the parameter `search` to the filter of the query. `search` matches members whose name or e-mail address contains it, in any letter
 * case. A repeated or blank `search` is ignored.
 * @throws BadRequestError for a filter that is not NQL; ValidationError for a `search` that is too long, or contains a backslash, which
 *   NQL cannot express
 */
export function withSearch(query: QueryParameters): QueryParameters {
  const { search } = query;
  const text = typeof search === 'string' ? search.trim() : '';
  if (text === '') return query;
  if (text.length > MAX_SEARCH_LENGTH || text.includes('\\')) {
    throw new ValidationError('Validation (matches) failed for search', {
      help: `search has at most ${MAX_SEARCH_LENGTH} characters and no backslash.`,
    });
  }
  const searchFilter = `(name:~${quoteLiteral(text)},email:~${quoteLiteral(text)})`;
  // The value of a repeated query parameter is an array.
  const filter = [query.filter ?? []].flat().join(',');
  // The filter is parsed alone first. Otherwise a filter with unbalanced brackets could end the brackets that are added around it.
  if (filter !== '') parseFilter(filter);
  return { ...query, filter: filter === '' ? searchFilter : `(${filter})+${searchFilter}` };
}
