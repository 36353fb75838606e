import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that show a post or page in any status, e.g. before it is published. */
export class CreatePreviewLinks1760000170100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table publishing.preview_links (
        token_digest text primary key,
        post_id text not null references publishing.posts on delete cascade,
        created_by text not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index preview_links_post on publishing.preview_links (post_id, created_at);
      create index preview_links_expiry on publishing.preview_links (expires_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table publishing.preview_links');
  }
}
