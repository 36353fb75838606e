import { RARE_WORD } from './growth-data';

/** A request of the benchmark `growth`; a row of its table. */
export interface GrowthRow {
  measure: string;
  service: 'content' | 'admin';
  /** The path below the root of the API, with its query but without the key. */
  path: string;
  /** The page of results to read; the first when absent. */
  page?: 'last' | 'middle';
  /** Why the duration grows with the size of the site. Such a row has no bar (required value). */
  grows?: string;
}

const POSTS = 'posts/?include=tags,authors';

const content = (measure: string, path: string, page?: GrowthRow['page']): GrowthRow => ({
  measure,
  service: 'content',
  path,
  page,
});
const admin = (measure: string, path: string, page?: GrowthRow['page']): GrowthRow => ({
  measure: `admin: ${measure}`,
  service: 'admin',
  path,
  page,
});

/** The measured requests. */
export const growthRows: readonly GrowthRow[] = [
  content('posts', POSTS),
  content('posts, last page', POSTS, 'last'),
  {
    ...content('posts, middle page', POSTS, 'middle'),
    grows: 'PostgreSQL skips the entries of an index one by one',
  },
  content('filter=authors.slug:author-1', `${POSTS}&filter=authors.slug:author-1`),
  content('filter=authors.slug:author-1, last page', `${POSTS}&filter=authors.slug:author-1`, 'last'),
  content('filter=authors.slug:author-3 (10 posts)', `${POSTS}&filter=authors.slug:author-3`),
  content('filter=featured:true', `${POSTS}&filter=featured:true`),
  content('filter=featured:false', `${POSTS}&filter=featured:false`),
  content('filter=visibility:members', `${POSTS}&filter=visibility:members`),
  content(`filter=title:~'${RARE_WORD}' (20 posts)`, `${POSTS}&filter=title:~'${RARE_WORD}'`),
  {
    ...content(`filter=title:~'number' (nearly all)`, `${POSTS}&filter=title:~'number'`),
    grows: 'the total is the number of matches, which are counted',
  },
  {
    ...content(`filter=published_at:>'2020-01-05' (nearly all)`, `${POSTS}&filter=published_at:>'2020-01-05'`),
    grows: 'the total is the number of matches, which are counted',
  },
  content('order=title', `${POSTS}&order=title`),
  content('order=title asc', `${POSTS}&order=title%20asc`),
  content('order=updated_at desc', `${POSTS}&order=updated_at%20desc`),
  content('order=featured desc, published_at desc', `${POSTS}&order=featured%20desc,published_at%20desc`),
  content('tags with count.posts', 'tags/?include=count.posts'),
  content('tags with count.posts, limit=all', 'tags/?include=count.posts&limit=all'),
  content('tags, order=count.posts desc', 'tags/?include=count.posts&order=count.posts%20desc'),
  content('authors with count.posts', 'authors/?include=count.posts'),
  content('by slug', 'posts/slug/post-77/?include=tags,authors'),
  content('filter=tag:tag-7', `${POSTS}&filter=tag:tag-7`),
  content('filter=tag:tag-7, last page', `${POSTS}&filter=tag:tag-7`, 'last'),
  content('filter=tags.slug:tag-7+featured:true', `${POSTS}&filter=tags.slug:tag-7%2Bfeatured:true`),
  content('filter=primary_tag:tag-8', `${POSTS}&filter=primary_tag:tag-8`),
  content('pages', 'pages/?include=authors'),
  admin('posts', 'posts/'),
  admin('posts, last page', 'posts/', 'last'),
  admin('posts, status:draft', 'posts/?filter=status:draft'),
  admin('posts, status:scheduled', 'posts/?filter=status:scheduled'),
  admin('posts, status:published', 'posts/?filter=status:published'),
  admin('posts, status:[draft,published]', 'posts/?filter=status:[draft,published]'),
  admin('posts, featured:true', 'posts/?filter=featured:true'),
  admin('posts, visibility:members', 'posts/?filter=visibility:members'),
  admin('posts, authors:author-1', 'posts/?filter=authors:author-1'),
  {
    ...admin('posts, authors:author-1+status:draft', 'posts/?filter=authors:author-1%2Bstatus:draft'),
    grows: 'the drafts of one author are sorted by their last change',
  },
  admin('posts, tag:tag-7', 'posts/?filter=tag:tag-7'),
  admin(`posts, title:~'${RARE_WORD}'`, `posts/?filter=title:~'${RARE_WORD}'`),
  admin('posts, order=updated_at desc', 'posts/?order=updated_at%20desc'),
  admin('posts, order=title asc', 'posts/?order=title%20asc'),
  admin('pages', 'pages/'),
  admin('tags with count.posts', 'tags/?include=count.posts'),
  admin('users with count.posts', 'users/?include=count.posts,roles'),
  admin('members', 'members/'),
  admin('members, last page', 'members/', 'last'),
  admin(`members, email:~'${RARE_WORD}' (20 members)`, `members/?filter=email:~'${RARE_WORD}'`),
  admin('members, status:paid', 'members/?filter=status:paid'),
  admin('members, status:free, last page', 'members/?filter=status:free', 'last'),
  admin('members, email:reader77@example.com', `members/?filter=email:'reader77@example.com'`),
  admin('members, order=created_at desc', 'members/?order=created_at%20desc'),
  admin('members, order=email asc', 'members/?order=email%20asc'),
  admin('members, order=name asc', 'members/?order=name%20asc'),
];
