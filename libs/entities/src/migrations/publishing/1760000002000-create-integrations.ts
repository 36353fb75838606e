import type { MigrationInterface, QueryRunner } from 'typeorm';

const INTEGRATIONS = `
  create table publishing.settings (
    id text primary key,
    key text not null unique,
    value text,
    type text not null check (type in ('core', 'blog', 'theme', 'private', 'members')),
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create table publishing.integrations (
    id text primary key,
    type text not null default 'custom' check (type in ('custom', 'builtin', 'internal')),
    name text not null,
    slug text not null unique,
    icon_image text,
    description text,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create table publishing.api_keys (
    id text primary key,
    type text not null check (type in ('content', 'admin')),
    secret text not null unique,
    role_id text references publishing.roles (id),
    integration_id text references publishing.integrations (id) on delete cascade,
    last_seen_at timestamptz,
    last_seen_version text,
    created_at timestamptz not null,
    updated_at timestamptz
  );
  create index api_keys_integration on publishing.api_keys (integration_id);
  create table publishing.actions (
    id text primary key,
    resource_id text,
    resource_type text not null,
    actor_id text not null,
    actor_type text not null,
    event text not null,
    context jsonb,
    created_at timestamptz not null
  );
  create index actions_newest on publishing.actions (created_at desc, id desc);
  create index actions_resource on publishing.actions (resource_type, resource_id, created_at desc);
  create index actions_actor on publishing.actions (actor_type, actor_id, created_at desc);
`;

/** `fact_id` is the id of an outbox event. */
const WEBHOOKS = `
  create table publishing.webhooks (
    id text primary key,
    event text not null,
    target_url text not null,
    name text,
    secret text,
    previous_secret text,
    previous_secret_expires_at timestamptz,
    api_version text not null default 'v3',
    integration_id text references publishing.integrations (id) on delete cascade,
    status text not null default 'available' check (status in ('available', 'disabled')),
    disabled_at timestamptz,
    disabled_reason text,
    failing_since timestamptz,
    last_triggered_at timestamptz,
    last_triggered_status text,
    last_triggered_error text,
    created_at timestamptz not null,
    updated_at timestamptz,
    unique (event, target_url)
  );
  create index webhooks_integration on publishing.webhooks (integration_id);
  create table publishing.webhook_deliveries (
    id text primary key,
    webhook_id text not null references publishing.webhooks (id) on delete cascade,
    fact_id text not null,
    event text not null,
    status text not null default 'pending' check (status in ('pending', 'delivered', 'discarded')),
    attempt_count integer not null default 0,
    next_attempt_at timestamptz,
    request_id text,
    created_at timestamptz not null,
    completed_at timestamptz,
    unique (webhook_id, fact_id)
  );
  create index webhook_deliveries_newest on publishing.webhook_deliveries (webhook_id, created_at desc, id desc);
  create index webhook_deliveries_due on publishing.webhook_deliveries (next_attempt_at) where status = 'pending';
  create index webhook_deliveries_age on publishing.webhook_deliveries (created_at);
  create table publishing.webhook_attempts (
    id text primary key,
    delivery_id text not null references publishing.webhook_deliveries (id) on delete cascade,
    attempt integer not null,
    is_replay boolean not null default false,
    started_at timestamptz not null,
    duration_ms integer not null,
    response_status integer,
    response_body text,
    error text
  );
  create index webhook_attempts_delivery on publishing.webhook_attempts (delivery_id, attempt);
`;

/** Settings, integrations with their keys, webhooks with their deliveries, and the audit log. */
export class CreateIntegrations1760000002000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(INTEGRATIONS);
    await runner.query(WEBHOOKS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table publishing.webhook_attempts, publishing.webhook_deliveries, publishing.webhooks, publishing.actions,
        publishing.api_keys, publishing.integrations, publishing.settings;
    `);
  }
}
