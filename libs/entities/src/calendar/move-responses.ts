import type { EntityManager } from 'typeorm';
import type { OccurrenceTimes, StorableSeries } from './materialize-occurrences';
import type { OccurrenceOverride } from './occurrence-override.entity';

/** The code assumes that new zone data moves the start of an instance by less than this time. */
export const MAX_ZONE_SHIFT_MS = 12 * 3_600_000;

/** An event whose instants were derived again from its local times, because the data of time zones changed. */
export interface RederivedEvent {
  id: string;
  series: StorableSeries;
  /** The overrides with their new times, by their old `recurrenceAt` in milliseconds since 1970. */
  overrides: ReadonlyMap<number, OccurrenceOverride>;
}

/** The change of an occurrence with answers. */
interface Move {
  /** The recurrence start before the change. */
  fromAt: Date;
  /** The recurrence start after the change. */
  toAt: Date;
  /** The end of the occurrence after the change. */
  endsAt: Date;
}

/** Milliseconds between the recurrence starts before and after the change. */
const shiftOf = ({ fromAt, toAt }: Move): number => Math.abs(toAt.getTime() - fromAt.getTime());

/**
 * Updates the answers (RSVP) of an event after new zone data changed the starts of its future occurrences: each answer gets the new
 * start of its occurrence. An answer whose occurrence is not found keeps its start.
 */
export async function moveResponses(manager: EntityManager, event: RederivedEvent, now: Date): Promise<void> {
  const answered = await manager.query<{ recurrenceAt: Date }[]>(
    'select distinct recurrence_at as "recurrenceAt" from calendar.rsvp_responses where event_id = $1',
    [event.id],
  );
  const starts = answered.map(({ recurrenceAt }) => recurrenceAt);
  const moves = findMoves(event, starts, now);
  if (moves.length === 0) return;
  await manager.query(
    `update calendar.rsvp_responses a set recurrence_at = m.to_at, ends_at = m.ends_at
     from unnest($2::timestamptz[], $3::timestamptz[], $4::timestamptz[]) as m (from_at, to_at, ends_at)
     where a.event_id = $1 and a.recurrence_at = m.from_at
       and (a.recurrence_at, a.ends_at) is distinct from (m.to_at, m.ends_at)`,
    [event.id, moves.map(({ fromAt }) => fromAt), moves.map(({ toAt }) => toAt), moves.map(({ endsAt }) => endsAt)],
  );
}

/**
 * The moves of the answered occurrences that start after `now`. No two occurrences get the same start, because an address has only one
 * answer for each start. Of several moves to the same start, only the one by the shortest time is returned. A move to the start of an
 * answered occurrence that does not move is left out.
 * @param starts the recurrence starts of all occurrences of the event that have answers
 */
export function findMoves(event: RederivedEvent, starts: readonly Date[], now: Date): Move[] {
  const future = starts.filter((start) => start > now);
  const smallestFirst = future.flatMap((fromAt) => moveOf(event, fromAt) ?? []).sort((a, b) => shiftOf(a) - shiftOf(b));
  const byNewStart = new Map<number, Move>();
  for (const move of smallestFirst) {
    const newStart = move.toAt.getTime();
    if (!byNewStart.has(newStart)) byNewStart.set(newStart, move);
  }
  return withoutMovesToUnmovedStarts([...byNewStart.values()], starts);
}

/**
 * Leaves out the moves to starts of answered occurrences that do not move. If a move is left out, its occurrence keeps its start, so moves
 * of other occurrences to this start have to be left out, too. So the function repeats until all remaining moves are possible.
 */
function withoutMovesToUnmovedStarts(moves: readonly Move[], starts: readonly Date[]): Move[] {
  const movedStarts = new Set(moves.map(({ fromAt }) => fromAt.getTime()));
  const unmovedStarts = new Set(starts.map((start) => start.getTime()).filter((start) => !movedStarts.has(start)));
  const possible = moves.filter(({ toAt }) => !unmovedStarts.has(toAt.getTime()));
  return possible.length === moves.length ? possible : withoutMovesToUnmovedStarts(possible, starts);
}

function moveOf({ series, overrides }: RederivedEvent, fromAt: Date): Move | undefined {
  const override = overrides.get(fromAt.getTime());
  if (override) return { fromAt, toAt: override.recurrenceAt, endsAt: override.endAt };
  const nearest = nearestTo(fromAt, series);
  return nearest && { fromAt, toAt: nearest.startAt, endsAt: nearest.endAt };
}

/** The instance whose start is nearest to an instant; undefined if none starts within {@link MAX_ZONE_SHIFT_MS} of it. */
function nearestTo(instant: Date, series: StorableSeries): OccurrenceTimes | undefined {
  const at = instant.getTime();
  const distanceOf = ({ startAt }: OccurrenceTimes): number => Math.abs(startAt.getTime() - at);
  return series
    .between(new Date(at - MAX_ZONE_SHIFT_MS), new Date(at + MAX_ZONE_SHIFT_MS))
    .filter((times) => distanceOf(times) < MAX_ZONE_SHIFT_MS)
    .sort((a, b) => distanceOf(a) - distanceOf(b))[0];
}
