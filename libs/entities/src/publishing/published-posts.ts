/**
 * A boolean SQL expression: whether a tag or an author has a published post or page. Only then, a site has a page for the tag or author. A
 * post that is sent by e-mail only does not count. The expression is a scalar subquery with a limit, because a join would read the posts
 * of all tags or authors. The condition on `status_rank` lets PostgreSQL use the index of the listings. The rank is 3 for published
 * posts, including posts that are sent by e-mail only.
 * @param owner whether `id` is the id of a tag or of an author
 * @param id the SQL expression of the id, e.g. `t.id`; never a value from a request
 */
export function hasPublishedPostsSql(owner: 'tag' | 'author', id: string): string {
  return `coalesce((select true from publishing.post_listings l
    where l.owner_type = '${owner}' and l.owner_id = ${id} and l.type in ('post', 'page') and l.status_rank = 3 and l.status = 'published' limit 1), false)`;
}

/**
 * The ids of the tags or authors with a published post or page, as a subquery over the maintained counts. For a list, reading all
 * counts once is several times faster than `hasPublishedPostsSql` for each row.
 */
export function ownersOfPublishedPostsSql(owner: 'tag' | 'author'): string {
  return `(select c.owner_id from publishing.kept_counts c
    where c.owner_type = '${owner}' and c.type in ('post', 'page') and c.status = 'published' group by c.owner_id having sum(c.n) > 0)`;
}
