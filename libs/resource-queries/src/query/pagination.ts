/** The page a request asks for. */
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

/** Where a page stands among all; past the end there is no next page, and the one before is the last. */
export function paginate({ page, limit }: PageRequest, total: number): Pagination {
  if (limit === 'all') return { page, limit, pages: 1, total, next: null, prev: null };
  const pages = Math.max(Math.ceil(total / limit), 1);
  const next = page < pages ? page + 1 : null;
  const prev = page > 1 ? Math.min(page - 1, pages) : null;
  return { page, limit, pages, total, next, prev };
}
