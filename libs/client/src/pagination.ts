interface PageOfResults {
  meta: { pagination: { next: number | null } };
}

function isPage(value: unknown): value is PageOfResults {
  return typeof value === 'object' && value !== null && 'meta' in value;
}

/**
 * The pages of results of a list, from the first to the last. Each is requested when it is needed.
 * @param read requests the page with this number, from 1
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
