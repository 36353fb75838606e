import type { ListingOwner, OrderTarget, Relation } from '../resource';

/** The number of posts of each tag or author; requests name it `count.posts`. */
interface PostCount {
  /** The entry of `Resource.relations`. */
  relation: [string, Relation];
  /** The entry of `Resource.orders`. */
  order: [string, OrderTarget];
}

/** The number of posts (not pages) of each tag or author `t`, from the maintained counts: of published posts, or of all posts. */
export function postCount(owner: ListingOwner['type'], { arePublished }: { arePublished: boolean }): PostCount {
  const status = arePublished ? ` and c.status = 'published'` : '';
  const sql = `(select coalesce(sum(c.n), 0)::int from publishing.kept_counts c
    where c.owner_type = '${owner}' and c.owner_id = t.id and c.type = 'post'${status})`;
  return {
    relation: ['count.posts', { property: 'count', sql: `json_build_object('posts', ${sql})` }],
    order: ['count.posts', { sql }],
  };
}
