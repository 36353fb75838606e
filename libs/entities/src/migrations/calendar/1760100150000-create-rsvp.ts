import type { MigrationInterface, QueryRunner } from 'typeorm';

// The unique constraint is deferrable, so that PostgreSQL checks it at the end of a statement, not after each row. When a series gets a
// new time, one statement moves all answers. An answer can then get the start that another answer had before.
const ANSWERS = `
  create table calendar.rsvp_responses (
    id text primary key,
    event_id text not null references calendar.events on delete cascade,
    recurrence_at timestamptz not null,
    ends_at timestamptz not null,
    user_id text references calendar.users on delete set null,
    email text not null,
    email_key text not null,
    name text not null,
    state text not null check (state in ('unanswered', 'attending', 'waiting', 'maybe', 'declined')),
    party_size integer not null check (party_size between 1 and 100),
    waiting_position bigint,
    revision bigint not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (event_id, recurrence_at, email_key) deferrable initially immediate,
    check ((state = 'waiting') = (waiting_position is not null))
  );
  create index rsvp_responses_list on calendar.rsvp_responses (event_id, recurrence_at, id);
  create index rsvp_responses_attending on calendar.rsvp_responses (event_id, recurrence_at) include (party_size)
    where state = 'attending';
  create index rsvp_responses_waiting on calendar.rsvp_responses (event_id, recurrence_at, waiting_position) include (party_size)
    where state = 'waiting';
  create index rsvp_responses_user on calendar.rsvp_responses (user_id) where user_id is not null;
  create index rsvp_responses_end on calendar.rsvp_responses (ends_at);
`;

/** The RSVP settings of events, and the answers to their occurrences. */
export class CreateRsvp1760100150000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table calendar.rsvp_settings (
        event_id text primary key references calendar.events on delete cascade,
        is_open boolean not null,
        capacity integer check (capacity > 0),
        max_party_size integer not null check (max_party_size between 1 and 100),
        has_waiting_list boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )
    `);
    await runner.query('create sequence calendar.rsvp_waiting_positions');
    await runner.query(ANSWERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table calendar.rsvp_responses');
    await runner.query('drop sequence calendar.rsvp_waiting_positions');
    await runner.query('drop table calendar.rsvp_settings');
  }
}
