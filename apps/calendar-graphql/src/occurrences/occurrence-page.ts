import { type EpochSeconds } from '@almanac/recurrence';

/** An occurrence of some event, by which pages are ordered and cut. */
export interface FoundOccurrence {
  eventId: string;
  start: EpochSeconds;
  end: EpochSeconds;
}

function compare(one: FoundOccurrence, other: FoundOccurrence): number {
  return (
    one.start - other.start ||
    one.end - other.end ||
    (one.eventId < other.eventId ? -1 : one.eventId > other.eventId ? 1 : 0)
  );
}

/** The first `limit` of the occurrences offered to it, by start, end and event. */
export class OccurrencePage {
  constructor(
    private occurrences: FoundOccurrence[],
    private readonly limit: number,
  ) {}

  /** No occurrence that starts at or after this instant can still come onto the page; undefined while there is room. */
  get closesAt(): EpochSeconds | undefined {
    const last = this.occurrences[this.limit - 1];
    return last && last.start + 1;
  }

  /** @returns false when neither this nor anything later can come onto the page */
  offer(each: FoundOccurrence): boolean {
    const place = this.placeOf(each);
    if (place >= this.limit) return false;
    // Most series bring one or none, so each is put in its place rather than all sorted again.
    this.occurrences.splice(place, 0, each);
    if (this.occurrences.length > this.limit) this.occurrences.pop();
    return true;
  }

  private placeOf(each: FoundOccurrence): number {
    let low = 0;
    let high = this.occurrences.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const there = this.occurrences[middle];
      if (there && compare(there, each) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get items(): readonly FoundOccurrence[] {
    return this.occurrences;
  }
}
