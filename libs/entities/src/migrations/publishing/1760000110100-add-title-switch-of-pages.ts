import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds whether the site shows the title and the feature image of a page above its content. */
export class AddTitleSwitchOfPages1760000110100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table publishing.posts add column show_title_and_feature_image boolean not null default true',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table publishing.posts drop column show_title_and_feature_image');
  }
}
