interface PageOfResults {
  meta: { pagination: { next: number | null } };
}

function hasMeta(value: unknown): value is PageOfResults {
  return typeof value === 'object' && value !== null && 'meta' in value;
}

/**
 * The pages of results of a list, from the first to the last. Each page is requested when the caller needs it.
 * @param read requests one page; page numbers begin with 1
 */
export async function* iteratePages<Page>(
  read: (page: number) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let next: number | null = 1;
  while (next !== null) {
    const page: Page = await read(next);
    yield page;
    next = hasMeta(page) ? page.meta.pagination.next : null;
  }
}
