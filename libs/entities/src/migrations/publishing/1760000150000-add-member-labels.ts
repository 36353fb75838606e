import type { MigrationInterface, QueryRunner } from 'typeorm';

const UP = `
  alter table publishing.members add column subscribed boolean not null default true;
  create table publishing.labels (
    id text primary key,
    name text not null,
    slug text not null,
    revision integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create unique index labels_name_key on publishing.labels (lower(name));
  create unique index labels_slug_key on publishing.labels (slug);
  create table publishing.members_labels (
    member_id text not null references publishing.members (id) on delete cascade,
    label_id text not null references publishing.labels (id) on delete cascade,
    sort_order integer not null default 0,
    primary key (member_id, label_id)
  );
  create index members_labels_label on publishing.members_labels (label_id, member_id);
`;

/** Adds whether a member gets posts by mail, and the labels that group members. */
export class AddMemberLabels1760000150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(UP);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.members_labels, publishing.labels;
      alter table publishing.members drop column subscribed;
    `);
  }
}
