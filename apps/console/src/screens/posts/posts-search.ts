import { oneOf, pageIn, textIn } from '../../app/search.ts';

/** The values of the filter by status. `published` includes `sent`: the posts that were published only by mail. */
export const POST_STATUSES = ['draft', 'scheduled', 'published', 'sent'] as const;
export const VISIBILITIES = ['public', 'members', 'paid'] as const;
export const POST_ORDERS = ['newest', 'oldest', 'edited', 'title'] as const;

export type Visibility = (typeof VISIBILITIES)[number];

/** The search parameters of a list of posts or pages: search text, filters, order and page. */
export interface PostsSearch {
  /** Text in the title. */
  q?: string;
  status?: (typeof POST_STATUSES)[number];
  visibility?: Visibility;
  /** The slug of a tag. */
  tag?: string;
  /** The slug of a user. */
  author?: string;
  /** Whether only featured posts are listed. */
  featured?: true;
  /** Absent for the default order of the Admin API. */
  order?: (typeof POST_ORDERS)[number];
  /** Absent for page 1. */
  page?: number;
}

/** Reads the search parameters of a list of posts or pages. Invalid values become undefined. */
export function parsePostsSearch(search: Record<string, unknown>): PostsSearch {
  return {
    q: textIn(search, 'q'),
    status: oneOf(search, 'status', POST_STATUSES),
    visibility: oneOf(search, 'visibility', VISIBILITIES),
    tag: textIn(search, 'tag'),
    author: textIn(search, 'author'),
    featured: search['featured'] === true ? true : undefined,
    order: oneOf(search, 'order', POST_ORDERS),
    page: pageIn(search),
  };
}

/** Whether the search parameters contain a filter or a search text. */
export const isFiltered = ({ order: _order, page: _page, ...filters }: PostsSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined);
