import type { MigrationInterface, QueryRunner } from 'typeorm';

const networks = ['threads', 'bluesky', 'mastodon', 'tiktok', 'youtube', 'instagram', 'linkedin'] as const;

/** Adds accounts of users in social networks, as in Ghost 5. All columns are nullable, so that PostgreSQL does not rewrite the table. */
export class AddNetworksOfUsers1760000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table publishing.users ${networks.map((name) => `add column ${name} text`).join(', ')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table publishing.users ${networks.map((name) => `drop column ${name}`).join(', ')}`);
  }
}
