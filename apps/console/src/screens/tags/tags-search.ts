import { oneOf, pageIn, textIn } from '../../app/search.ts';

export const TAG_KINDS = ['public', 'internal'] as const;
export const TAG_ORDERS = ['posts', 'newest'] as const;

/** The search parameters of the list of tags: search text, filter, order, page, and the open tag. */
export interface TagsSearch {
  /** Text in the name. */
  q?: string;
  /** Tags whose names begin with `#` are internal. */
  kind?: (typeof TAG_KINDS)[number];
  /** By default the tags are in the order of their names. */
  order?: (typeof TAG_ORDERS)[number];
  /** Absent for page 1. */
  page?: number;
  /** The slug of the tag whose drawer is open. */
  open?: string;
  /** Whether the drawer with the form for a new tag is open. */
  add?: true;
}

/** Reads the search parameters of the list of tags. Invalid values become undefined. */
export function parseTagsSearch(search: Record<string, unknown>): TagsSearch {
  return {
    q: textIn(search, 'q'),
    kind: oneOf(search, 'kind', TAG_KINDS),
    order: oneOf(search, 'order', TAG_ORDERS),
    page: pageIn(search),
    open: textIn(search, 'open'),
    add: search['add'] === true ? true : undefined,
  };
}
