interface PageOfResults {
  meta: { pagination: { next: number | null } };
}

function isPage(value: unknown): value is PageOfResults {
  return typeof value === 'object' && value !== null && 'meta' in value;
}

/**
 * Pages of results from the first to the last.
 * @param read requests one page
 */
export async function* iteratePages<Page>(
  read: (page: number) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let next: number | null = 1;
  while (next !== null) {
    const page: Page = await read(next);
    yield page;
    next = isPage(page) ? page.meta.pagination.next : null;
  }
}
