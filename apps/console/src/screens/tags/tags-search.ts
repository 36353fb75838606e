import { oneOf, pageIn, textIn } from '../../app/search.ts';

export const TAG_KINDS = ['public', 'internal'] as const;
export const TAG_ORDERS = ['posts', 'newest'] as const;

/** The search parameters of the list of tags: search, filter, page and the open tag. */
export interface TagsSearch {
  q?: string;
  kind?: (typeof TAG_KINDS)[number];
  order?: (typeof TAG_ORDERS)[number];
  page?: number;
  /** Slug of the open tag. */
  open?: string;
  /** A new tag is being written. */
  add?: true;
}

export function validateTagsSearch(search: Record<string, unknown>): TagsSearch {
  return {
    q: textIn(search, 'q'),
    kind: oneOf(search, 'kind', TAG_KINDS),
    order: oneOf(search, 'order', TAG_ORDERS),
    page: pageIn(search),
    open: textIn(search, 'open'),
    add: search['add'] === true ? true : undefined,
  };
}
