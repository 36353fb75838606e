import { queryOptions, useQuery } from '@tanstack/react-query';
import { admin, type AdminSchemas } from '../../api/admin.ts';
import { allOf, quoteNql } from '../../api/filter.ts';
import { KEEP_PREVIOUS_RESULT } from '../../api/query-client.ts';
import type { Role } from '../../api/roles.ts';
import { useCurrentUser } from '../../api/session.ts';
import type { PostsSearch } from './posts-search.ts';

export type PostKind = 'posts' | 'pages';
export type ListedPost = Pick<
  AdminSchemas['Post'],
  | 'id'
  | 'title'
  | 'status'
  | 'visibility'
  | 'featured'
  | 'published_at'
  | 'updated_at'
  | 'email_only'
  | 'send_email_when_published'
  | 'email'
  | 'tags'
  | 'authors'
>;

/** One page of results: posts, or pages of the site. */
interface PostPage {
  items: ListedPost[];
  meta: AdminSchemas['Meta'];
}

const PAGE_SIZE = 50;
const FIELDS = 'id,title,status,visibility,featured,published_at,updated_at,email_only,send_email_when_published,email';
const ORDERS = {
  newest: 'published_at desc',
  oldest: 'published_at asc',
  edited: 'updated_at desc',
  title: 'title asc',
} as const;

function filterOf({ q, status, visibility, tag, author, featured }: PostsSearch): string | undefined {
  return allOf(
    q && `title:~${quoteNql(q)}`,
    status && `status:${status}`,
    visibility && `visibility:${visibility}`,
    tag && `tag:${quoteNql(tag)}`,
    author && `author:${quoteNql(author)}`,
    featured && 'featured:true',
  );
}

async function readPosts(kind: PostKind, search: PostsSearch, signal: AbortSignal): Promise<PostPage> {
  const order = search.order && ORDERS[search.order];
  const filter = filterOf(search);
  const query = {
    limit: PAGE_SIZE,
    page: search.page ?? 1,
    fields: FIELDS,
    include: 'tags,authors',
    ...(order && { order }),
    ...(filter && { filter }),
  };
  const options = { params: { query }, signal };
  if (kind === 'pages') {
    const { pages, meta } = await admin.get('/pages/', options);
    return { items: pages, meta };
  }
  const { posts, meta } = await admin.get('/posts/', options);
  return { items: posts, meta };
}

/** Whether the lists show only the user's own posts and pages. Authors and contributors cannot edit those of other users. */
export const seesOwnPostsOnly = (role: Role): boolean => role === 'Author' || role === 'Contributor';

/** One page of the posts or pages that match the search parameters; for authors and contributors, only of their own. */
export function usePosts(kind: PostKind, search: PostsSearch) {
  const { role, slug } = useCurrentUser();
  const narrowed = seesOwnPostsOnly(role) ? { ...search, author: slug } : search;
  return useQuery({
    queryKey: [kind, 'list', narrowed],
    queryFn: ({ signal }) => readPosts(kind, narrowed, signal),
    ...KEEP_PREVIOUS_RESULT,
  });
}

/** All staff in the order of their names. */
export const authorsQuery = queryOptions({
  queryKey: ['users', 'names'],
  queryFn: async ({ signal }) => {
    const query = { limit: 'all' as const, fields: 'id,name,slug', order: 'name asc' };
    return (await admin.get('/users/', { params: { query }, signal })).users;
  },
  staleTime: 60_000,
});
