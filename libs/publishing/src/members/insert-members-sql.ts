import type { EventOf } from '@almanac/outbox';
import { labelDefinition, memberDefinition, memberSubscriptionDefinition } from '@almanac/resource-fields';
import { jsonObject, NEWSLETTER_NAME_SQL } from '@almanac/resource-queries';
import { COMPLIMENTARY } from './complimentary';

const MEMBER_ADDED: EventOf<'member'> = 'member.added';

/**
 * The labels of a row, each once, with their position in it. The import creates missing labels before this statement. Names that differ
 * only in upper and lower case are one label.
 */
const NAMED_LABELS = `(select known.id, min(named.place) as place
    from jsonb_array_elements_text(given.labels) with ordinality named (name, place)
    join publishing.labels known on lower(known.name) = lower(named.name) group by known.id) named
  join publishing.labels l on l.id = named.id`;

/**
 * The `with` clause that inserts members with their labels and complimentary plans. `$1` is a JSON list of rows. One statement does all
 * this and records the events. With several statements, PostgreSQL would hold the locks longer: between them, this process also reads the
 * next rows of the file. A date of creation in the future becomes the present (`least` ignores null), because a newsletter goes to the
 * members who were created before it.
 */
export const INSERT_MEMBERS = `
  with given as materialized (
    select *, date_trunc('second', now()) as now from json_to_recordset($1::json) as r
      (id text, "eventId" text, "subscriptionId" text, email text, name text, note text, "isComplimentary" boolean,
       "isSubscribed" boolean, labels jsonb, "createdAt" timestamptz)
  ), added as (
    insert into publishing.members (id, email, name, note, subscribed, created_at, updated_at)
    select id, email, name, note, "isSubscribed", least("createdAt", now), now from given
    on conflict ((lower(email))) do nothing
    returning *
  ), opened as (
    insert into publishing.member_subscriptions
      (id, member_id, provider, status, plan_nickname, started_at, created_at, updated_at)
    select given."subscriptionId", m.id, '${COMPLIMENTARY.provider}', '${COMPLIMENTARY.status}',
      '${COMPLIMENTARY.planNickname}', now, now, now
    from added m join given on given.id = m.id where given."isComplimentary"
    returning *
  ), labelled as (
    insert into publishing.members_labels (member_id, label_id, sort_order)
    select m.id, l.id, named.place from added m join given on given.id = m.id cross join lateral ${NAMED_LABELS}
  )`;

const LABELS = `coalesce((select json_agg(${jsonObject('l', labelDefinition.list)} order by named.place)
  from ${NAMED_LABELS}), '[]')`;

const MEMBER = jsonObject('m', memberDefinition.list, [
  `'status', case when s.id is null then 'free' else 'comped' end`,
  `'newsletterName', ${NEWSLETTER_NAME_SQL}`,
  `'labels', ${LABELS}`,
  `'subscriptions', case when s.id is null then '[]'::json
    else json_build_array(${jsonObject('s', memberSubscriptionDefinition.list)}) end`,
]);

/** Selects the outbox events of the inserted members. `$2` is the id of the HTTP request, or null. */
export const SELECT_EVENTS = `
  select given."eventId", 'member', m.id, m.revision, '${MEMBER_ADDED}',
    jsonb_build_object('current', ${MEMBER}::jsonb, 'previous', '{}'::jsonb), $2::text
  from added m join given on given.id = m.id left join opened s on s.member_id = m.id`;
