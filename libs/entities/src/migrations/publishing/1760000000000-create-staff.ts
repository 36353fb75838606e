import type { MigrationInterface, QueryRunner } from 'typeorm';

const USERS = `
  create table publishing.roles (
    id text primary key,
    name text not null unique,
    description text,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create table publishing.users (
    id text primary key,
    name text not null,
    slug text not null unique,
    password text not null,
    email text not null,
    profile_image text,
    cover_image text,
    bio text,
    website text,
    location text,
    facebook text,
    twitter text,
    accessibility text,
    status text not null default 'active',
    locale text,
    visibility text not null default 'public',
    meta_title text,
    meta_description text,
    tour text,
    last_seen timestamptz,
    created_at timestamptz not null,
    created_by text not null,
    updated_at timestamptz,
    updated_by text
  );
  create unique index users_email_key on publishing.users (lower(email));
  create table publishing.roles_users (
    role_id text not null references publishing.roles (id),
    user_id text not null references publishing.users (id) on delete cascade,
    primary key (user_id, role_id)
  );
  create index roles_users_role on publishing.roles_users (role_id);
`;

const ACCESS = `
  create table publishing.invites (
    id text primary key,
    role_id text not null references publishing.roles (id) on delete cascade,
    status text not null default 'pending' check (status in ('pending', 'sent')),
    token_digest text not null unique,
    email text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null,
    created_by text not null,
    updated_at timestamptz
  );
  create unique index invites_email_key on publishing.invites (lower(email));
  create table publishing.password_reset_tokens (
    token_digest text primary key,
    user_id text not null references publishing.users (id) on delete cascade,
    expires_at timestamptz not null,
    created_at timestamptz not null
  );
  create index password_reset_tokens_user on publishing.password_reset_tokens (user_id);
  create table publishing.sessions (
    id text primary key,
    secret_digest text not null unique,
    user_id text not null references publishing.users (id) on delete cascade,
    origin text not null,
    created_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index sessions_user on publishing.sessions (user_id);
  create index sessions_expiry on publishing.sessions (expires_at);
`;

/** Staff: users, their roles, invitations, password resets and sessions. */
export class CreateStaff1760000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(USERS);
    await runner.query(ACCESS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.sessions, publishing.password_reset_tokens, publishing.invites,
        publishing.roles_users, publishing.users, publishing.roles;
    `);
  }
}
