import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * An index for the order of the lists for staff: scheduled posts first, then drafts, then published posts. PostgreSQL uses the index
 * only if a query orders by the same expressions, so they equal those of libs/resource-queries.
 */
export class IndexPostsInStaffOrder1760000007000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index posts_for_staff on publishing.posts (
        type,
        (case status when 'scheduled' then 1 when 'draft' then 2 else 3 end) nulls first,
        (case when status <> 'draft' then published_at end) desc nulls last,
        updated_at desc nulls last,
        id desc nulls last
      )`);
    // The indexes get the same `nulls first` and `nulls last` as the queries of the lists for visitors. Otherwise PostgreSQL could not
    // read the rows from the index in the order of the list.
    await runner.query(`
      drop index publishing.posts_published_newest;
      create index posts_published_newest on publishing.posts
        (type, published_at desc nulls last, updated_at desc nulls last, id desc nulls last) where status = 'published';
      drop index publishing.posts_published_by_title;
      create index posts_published_by_title on publishing.posts (type, lower(title) nulls first, id nulls first)
        where status = 'published';
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index publishing.posts_for_staff;
      drop index publishing.posts_published_newest;
      create index posts_published_newest on publishing.posts
        (type, published_at desc nulls last, updated_at desc nulls last, id desc) where status = 'published';
      drop index publishing.posts_published_by_title;
      create index posts_published_by_title on publishing.posts (type, title nulls first, id) where status = 'published';
    `);
  }
}
