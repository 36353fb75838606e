import type { MigrationInterface, QueryRunner } from 'typeorm';

const POSTS = `
  create table publishing.posts (
    id text primary key,
    uuid uuid not null unique,
    title text not null,
    slug text not null unique,
    mobiledoc text,
    html text,
    plaintext text,
    comment_id text,
    feature_image text,
    featured boolean not null default false,
    type text not null default 'post' check (type in ('post', 'page')),
    status text not null default 'draft' check (status in ('draft', 'scheduled', 'published')),
    locale text,
    visibility text not null default 'public' check (visibility in ('public', 'members', 'paid')),
    email_subject text,
    send_email_when_published boolean not null default false,
    custom_excerpt text,
    codeinjection_head text,
    codeinjection_foot text,
    custom_template text,
    canonical_url text,
    revision integer not null default 1,
    created_at timestamptz not null,
    created_by text not null,
    updated_at timestamptz,
    updated_by text,
    published_at timestamptz,
    published_by text,
    unpublish_at timestamptz,
    constraint posts_scheduled_has_date check (status <> 'scheduled' or published_at is not null),
    constraint posts_unpublish_after_publish check (unpublish_at is null or unpublish_at > published_at)
  );
  create index posts_published_newest on publishing.posts
    (type, published_at desc nulls last, updated_at desc nulls last, id desc) where status = 'published';
  create index posts_published_by_title on publishing.posts (type, title nulls first, id) where status = 'published';
  create index posts_by_status on publishing.posts
    (type, status, published_at desc nulls last, updated_at desc nulls last, id desc);
  create index posts_due on publishing.posts (published_at, id) where status = 'scheduled';
  create index posts_due_to_unpublish on publishing.posts (unpublish_at, id)
    where status = 'published' and unpublish_at is not null;
`;

const RELATIONS = `
  create table publishing.posts_meta (
    id text primary key,
    post_id text not null unique references publishing.posts (id) on delete cascade,
    og_image text,
    og_title text,
    og_description text,
    twitter_image text,
    twitter_title text,
    twitter_description text,
    meta_title text,
    meta_description text
  );
  create table publishing.tags (
    id text primary key,
    name text not null,
    slug text not null unique,
    description text,
    feature_image text,
    parent_id text,
    visibility text not null default 'public' check (visibility in ('public', 'internal')),
    meta_title text,
    meta_description text,
    revision integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create index tags_name on publishing.tags (lower(name));
  create table publishing.posts_tags (
    id text primary key,
    post_id text not null references publishing.posts (id) on delete cascade,
    tag_id text not null references publishing.tags (id) on delete cascade,
    sort_order integer not null default 0
  );
  create unique index posts_tags_post on publishing.posts_tags (post_id, tag_id) include (sort_order);
  create index posts_tags_tag on publishing.posts_tags (tag_id, post_id) include (sort_order);
  create table publishing.posts_authors (
    id text primary key,
    post_id text not null references publishing.posts (id) on delete cascade,
    author_id text not null references publishing.users (id),
    sort_order integer not null default 0
  );
  create unique index posts_authors_post on publishing.posts_authors (post_id, author_id) include (sort_order);
  create index posts_authors_author on publishing.posts_authors (author_id, post_id) include (sort_order);
`;

/** Posts and pages with their meta, tags and authors. The indexes serve the default orders and the tag and author filters. */
export class CreateContent1760000001000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(POSTS);
    await runner.query(RELATIONS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.posts_authors, publishing.posts_tags, publishing.tags, publishing.posts_meta, publishing.posts;
    `);
  }
}
