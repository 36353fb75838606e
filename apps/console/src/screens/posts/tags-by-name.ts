import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { quoteNql } from '../../api/filter.ts';

const MAX_TAGS = 30;
/** The delay between the last change of the text in a field and the search. */
export const TAG_SEARCH_DELAY_MS = 200;

async function readTags(filter: string | undefined, signal: AbortSignal) {
  const query = { limit: MAX_TAGS, fields: 'id,name,slug', order: 'name asc', ...(filter && { filter }) };
  return (await admin.get('/tags/', { params: { query }, signal })).tags;
}

/**
 * At most 30 tags whose name contains `text`, in the order of their names.
 * @param chosen slug of a tag; if it is not among the 30 tags, it is added at the end
 */
export const tagsByNameQuery = (text: string, chosen?: string) =>
  queryOptions({
    queryKey: ['tags', 'names', text, chosen],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const found = await readTags(text ? `name:~${quoteNql(text)}` : undefined, signal);
      if (!chosen || found.some(({ slug }) => slug === chosen)) return found;
      return [...found, ...(await readTags(`slug:${quoteNql(chosen)}`, signal))];
    },
  });
