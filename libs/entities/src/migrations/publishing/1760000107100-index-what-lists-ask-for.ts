import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type ConcurrentIndex, createIndexConcurrently, dropIndexConcurrently } from '../concurrent-index';

const POSTS = 'publishing.posts';
const MEMBERS = 'publishing.members';

const NEWEST = 'published_at desc nulls last, updated_at desc nulls last, id desc nulls last';
/** The default order of posts for staff: the same expressions as in libs/resource-queries and in the index posts_for_staff. */
const STAFF_ORDER = `(case status when 'scheduled' then 1 when 'draft' then 2 else 3 end) nulls first,
  (case when status <> 'draft' then published_at end) desc nulls last, updated_at desc nulls last, id desc nulls last`;

const indexes: readonly ConcurrentIndex[] = [
  { table: POSTS, name: 'posts_by_title', definition: '(type, lower(title) nulls first, id nulls first)' },
  { table: POSTS, name: 'posts_by_update', definition: '(type, updated_at desc nulls last, id desc nulls last)' },
  { table: POSTS, name: 'posts_by_creation', definition: '(type, created_at)' },
  {
    table: POSTS,
    name: 'posts_featured_newest',
    definition: `(type, featured desc nulls last, ${NEWEST}) where status = 'published'`,
  },
  { table: POSTS, name: 'posts_featured_for_staff', definition: `(type, ${STAFF_ORDER}) where featured` },
  {
    table: POSTS,
    name: 'posts_gated_newest',
    definition: `(type, visibility, ${NEWEST}) where status = 'published' and visibility <> 'public'`,
  },
  {
    table: POSTS,
    name: 'posts_gated_for_staff',
    definition: `(type, visibility, ${STAFF_ORDER}) where visibility <> 'public'`,
  },
  { table: MEMBERS, name: 'members_by_creation', definition: '(created_at)' },
  {
    table: 'publishing.member_subscriptions',
    name: 'member_subscriptions_paying',
    definition: `(member_id) where status in ('active', 'trialing', 'past_due')`,
  },
  { table: MEMBERS, name: 'members_by_name', definition: '(lower(name) nulls first, id nulls first)' },
];

/** Indexes that are no longer needed: posts_by_title serves every status, and lists for staff filter by the rank of the status (1 to 3). */
const replaced = [
  {
    table: POSTS,
    name: 'posts_published_by_title',
    definition: `(type, lower(title) nulls first, id nulls first) where status = 'published'`,
  },
  {
    table: POSTS,
    name: 'posts_by_status',
    definition: '(type, status, published_at desc nulls last, updated_at desc nulls last, id desc)',
  },
];

/** Indexes for the orders and filters of the lists of posts and members. */
export class IndexWhatListsAskFor1760000107100 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    for (const index of indexes) await createIndexConcurrently(runner, index);
    for (const index of replaced) await dropIndexConcurrently(runner, index);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { table, name, definition } of replaced)
      await runner.query(`create index ${name} on ${table} ${definition}`);
    for (const { name } of indexes) await runner.query(`drop index publishing.${name}`);
  }
}
