/** SQL queries that find violations of the rules for answers (RSVP), by the name of the violation. Each returned row is a violation. */
export const VIOLATIONS: Readonly<Record<string, string>> = {
  oversold: `select event_id from calendar.rsvp_responses join calendar.rsvp_settings using (event_id)
    where state = 'attending' group by event_id, recurrence_at, capacity having sum(party_size) > capacity`,
  'waits for free places': `select w.id from calendar.rsvp_responses w join calendar.rsvp_settings s using (event_id)
    where w.state = 'waiting' and w.party_size <= s.capacity - (
      select coalesce(sum(party_size), 0) from calendar.rsvp_responses t
      where t.event_id = w.event_id and t.recurrence_at = w.recurrence_at and t.state = 'attending')`,
  'two answers of one guest': `select user_id from calendar.rsvp_responses group by event_id, user_id having count(*) > 1`,
  'same place on the waiting list': `select waiting_position from calendar.rsvp_responses
    where state = 'waiting' group by event_id, waiting_position having count(*) > 1`,
  // The revision counts the changes. Each change has an outbox event, which is written in the same transaction.
  'change without its event': `select a.id from calendar.rsvp_responses a where a.revision <> (
      select count(*) from calendar.outbox o where o.subject_type = 'calendar.rsvp' and o.subject_id = a.id)`,
};
