import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The posts that were imported from files, by a digest of their row in the file. */
export class RememberImportedPosts1760000130000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.imported_posts (
        row_key text primary key,
        post_id text not null references publishing.posts (id) on delete cascade
      );
      create index imported_posts_post on publishing.imported_posts (post_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.imported_posts');
  }
}
