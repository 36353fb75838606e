import type { MigrationInterface, QueryRunner } from 'typeorm';

const networks = ['threads', 'bluesky', 'mastodon', 'tiktok', 'youtube', 'instagram', 'linkedin'] as const;

/** The accounts of staff in networks that Ghost 5 knows. All are nullable, so that no table is written anew. */
export class AddNetworksOfUsers1760000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table publishing.users ${networks.map((name) => `add column ${name} text`).join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table publishing.users ${networks.map((name) => `drop column ${name}`).join(', ')}`);
  }
}
