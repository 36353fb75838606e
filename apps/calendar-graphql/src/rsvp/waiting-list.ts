import { type RsvpResponse, type RsvpSettings } from '@almanac/entities';
import { type EntityManager } from 'typeorm';
import { countTaken, occurrenceKeyValues, RESPONSE_COLUMNS } from './response-rows';
import { type RsvpNotice } from './rsvp-notices.service';
import { type RsvpOccurrence } from './rsvp-occurrence';

/** The maximum number of waiting answers that one statement reads. */
const BATCH_SIZE = 500;

interface WaitingRow {
  id: string;
  partySize: number;
  position: string;
}

/**
 * Gives free places to the waiting list. In the order of the list, each answer that fits into the free places gets its places, so a small
 * answer can get places before a larger one. The caller has locked the event.
 * @returns the answers that got places, after the change
 */
export async function promoteWaiting(
  manager: EntityManager,
  occurrence: RsvpOccurrence,
  { capacity }: RsvpSettings,
  now: Date,
): Promise<RsvpResponse[]> {
  let free = capacity === null ? Number.MAX_SAFE_INTEGER : capacity - (await countTaken(manager, occurrence));
  const promoted: string[] = [];
  let after = '0';
  while (free > 0) {
    // Each answer takes at least one place.
    const limit = Math.min(BATCH_SIZE, free);
    const rows = await readWaiting(manager, occurrence, { free, after, limit });
    for (const { id, partySize, position } of rows) {
      after = position;
      if (partySize > free) continue;
      free -= partySize;
      promoted.push(id);
    }
    if (rows.length < limit) break;
  }
  return promoted.length === 0 ? [] : store(manager, promoted, now);
}

/** The notice with the mail and the webhook event for an answer that got places. */
export function promotionOf(answer: RsvpResponse): RsvpNotice {
  const before = { state: 'waiting', partySize: answer.partySize } as const;
  return { answer, kind: 'promoted', change: 'promoted', before };
}

/** The next waiting answers after a position, ascending, with at most `free` places each. */
function readWaiting(
  manager: EntityManager,
  occurrence: RsvpOccurrence,
  { free, after, limit }: { free: number; after: string; limit: number },
): Promise<WaitingRow[]> {
  return manager.query<WaitingRow[]>(
    `select id, party_size as "partySize", waiting_position as position from calendar.rsvp_responses
     where event_id = $1 and recurrence_at = $2 and state = 'waiting' and party_size <= $3::bigint and waiting_position > $4
     order by waiting_position limit $5`,
    [...occurrenceKeyValues(occurrence), free, after, limit],
  );
}

/** Gives places to the answers with these ids, and returns them in the order of `ids`. */
async function store(manager: EntityManager, ids: string[], now: Date): Promise<RsvpResponse[]> {
  const [rows] = await manager.query<[RsvpResponse[], number]>(
    `update calendar.rsvp_responses set state = 'attending', waiting_position = null, revision = revision + 1, updated_at = $2
     where id = any($1) returning ${RESPONSE_COLUMNS}`,
    [ids, now],
  );
  const order = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
}
