import { queryOptions } from '@tanstack/react-query';
import { admin } from '../../api/admin.ts';
import { withCalendar } from '../../api/calendar.ts';

/** The maximum number of authors, tags or categories that a filter offers. */
const MAX_OPTIONS = 100;
const STALE_MS = 60_000;

export const authorsQuery = queryOptions({
  queryKey: ['calendar-filter', 'authors'],
  staleTime: STALE_MS,
  queryFn: async ({ signal }) => {
    const query = { limit: MAX_OPTIONS, order: 'name', fields: 'id,name,slug' };
    const { users } = await admin.get('/users/', { params: { query }, signal });
    return users.map(({ slug, name }) => ({ value: slug, label: name }));
  },
});

export const tagsQuery = queryOptions({
  queryKey: ['calendar-filter', 'tags'],
  staleTime: STALE_MS,
  queryFn: async ({ signal }) => {
    const query = { limit: MAX_OPTIONS, order: 'name', fields: 'id,name,slug' };
    const { tags } = await admin.get('/tags/', { params: { query }, signal });
    return tags.map(({ slug, name }) => ({ value: slug, label: name }));
  },
});

export const categoriesQuery = queryOptions({
  queryKey: ['calendar-filter', 'categories'],
  staleTime: STALE_MS,
  queryFn: async ({ signal }) => {
    const categories = await withCalendar((calendar) => calendar.categories(undefined, { signal }));
    return categories.slice(0, MAX_OPTIONS).map(({ category }) => ({ value: category, label: category }));
  },
});
