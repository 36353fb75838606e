import { ValidationError } from '@almanac/errors';
import { parseFilter, type QueryParameters } from '@almanac/resource-queries';

const LONGEST_SEARCH = 191;

const literal = (text: string): string => `'${text.replaceAll("'", "\\'")}'`;

/**
 * The query with `search` as part of its filter: the text is in the name or the address of the member, whatever its case.
 * @throws BadRequestError when the filter cannot be read; ValidationError when the text is too long, or has a backslash: a filter cannot express it
 */
export function withSearch(query: QueryParameters): QueryParameters {
  const { search } = query;
  const text = typeof search === 'string' ? search.trim() : '';
  if (text === '') return query;
  if (text.length > LONGEST_SEARCH || text.includes('\\')) {
    throw new ValidationError('Validation (matches) failed for search', {
      help: `search has at most ${LONGEST_SEARCH} characters and no backslash.`,
    });
  }
  const found = `(name:~${literal(text)},email:~${literal(text)})`;
  // A parameter that is given twice is a list.
  const filter = [query.filter ?? []].flat().join(',');
  // Parsed by itself first, so that it cannot close the brackets around it.
  if (filter !== '') parseFilter(filter);
  return { ...query, filter: filter === '' ? found : `(${filter})+${found}` };
}
