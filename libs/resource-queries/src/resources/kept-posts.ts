import type { ListingOwner } from '../resource';

/** How many posts a tag or author has, pages apart, from the counts that are kept. */
export function countPosts(
  owner: ListingOwner['type'],
  id: string,
  { arePublished }: { arePublished: boolean },
): string {
  const status = arePublished ? ` and c.status = 'published'` : '';
  return `(select coalesce(sum(c.n), 0)::int from publishing.kept_counts c
    where c.owner_type = '${owner}' and c.owner_id = ${id} and c.type = 'post'${status})`;
}

/** Whether a tag or author is on something published. A scalar subquery, because a join would read the posts of all owners. */
export function hasPublishedPosts(owner: ListingOwner['type'], id: string): string {
  return `coalesce((select true from publishing.post_listings l
    where l.owner_type = '${owner}' and l.owner_id = ${id} and l.type in ('post', 'page') and l.status_rank = 3 limit 1), false)`;
}
