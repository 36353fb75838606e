import type { ListingOwner } from '../resource';

/** The SQL expression for the number of posts (not pages) of a tag or author, from the maintained counts. */
export function postCountSql(
  owner: ListingOwner['type'],
  id: string,
  { arePublished }: { arePublished: boolean },
): string {
  const status = arePublished ? ` and c.status = 'published'` : '';
  return `(select coalesce(sum(c.n), 0)::int from publishing.kept_counts c
    where c.owner_type = '${owner}' and c.owner_id = ${id} and c.type = 'post'${status})`;
}
