/** The requested page of results. */
export interface PageRequest {
  /** Counts from 1. */
  page: number;
  limit: number | 'all';
}

/** The position of a page of results in its list, as responses contain it. */
export interface Pagination extends PageRequest {
  /** The number of pages, at least 1. */
  pages: number;
  /** The number of rows on all pages. */
  total: number;
  /** The number of the next page; null if there is none. */
  next: number | null;
  /** The number of the previous page; null if there is none. */
  prev: number | null;
}

/** The pagination of a page of results. For a page beyond the last page, `next` is null, and `prev` is the last page. With the limit
 * `all`, both are null. */
export function paginate({ page, limit }: PageRequest, total: number): Pagination {
  if (limit === 'all') return { page, limit, pages: 1, total, next: null, prev: null };
  const pages = Math.max(Math.ceil(total / limit), 1);
  const next = page < pages ? page + 1 : null;
  const prev = page > 1 ? Math.min(page - 1, pages) : null;
  return { page, limit, pages, total, next, prev };
}
