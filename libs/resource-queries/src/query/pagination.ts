/** The requested page. */
export interface PageRequest {
  page: number;
  limit: number | 'all';
}

export interface Pagination extends PageRequest {
  pages: number;
  total: number;
  next: number | null;
  prev: number | null;
}

/** The pagination of a page. A page past the end has no next page, and its previous page is the last one. */
export function paginate({ page, limit }: PageRequest, total: number): Pagination {
  if (limit === 'all') return { page, limit, pages: 1, total, next: null, prev: null };
  const pages = Math.max(Math.ceil(total / limit), 1);
  const next = page < pages ? page + 1 : null;
  const prev = page > 1 ? Math.min(page - 1, pages) : null;
  return { page, limit, pages, total, next, prev };
}
