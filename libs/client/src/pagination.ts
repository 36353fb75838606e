interface PageOfResults {
  meta: { pagination: { next: number | null } };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isPageOfResults(value: unknown): value is PageOfResults {
  return isObject(value) && 'meta' in value && isObject(value.meta) && 'pagination' in value.meta;
}

/**
 * The pages of results of a list, from the first to the last. A response without `meta.pagination` is the only page. Each page is requested
 * when the caller needs it.
 * @param read requests one page; page numbers begin with 1
 */
export async function* iteratePages<Page>(
  read: (page: number) => Promise<Page>,
): AsyncGenerator<Page, void, undefined> {
  let next: number | null = 1;
  while (next !== null) {
    const page: Page = await read(next);
    yield page;
    next = isPageOfResults(page) ? page.meta.pagination.next : null;
  }
}
