import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the lexical document of a post, the format of Ghost 5; null if mobiledoc is the source of the post. */
export class AddLexicalToPosts1760000120100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.posts add column lexical text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.posts drop column lexical');
  }
}
