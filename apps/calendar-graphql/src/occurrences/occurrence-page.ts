import { type EpochSeconds } from '@almanac/recurrence';

/** An occurrence and its event, with the values that pages are ordered by. */
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

/** The first `limit` of the inserted occurrences, in the order of start, end and event id. */
export class OccurrencePage {
  /** @param occurrences in the order of the page */
  constructor(
    private occurrences: FoundOccurrence[],
    private readonly limit: number,
  ) {}

  /** Only occurrences that start before this instant can still enter the page; undefined while it is not full. */
  get startsBefore(): EpochSeconds | undefined {
    const last = this.occurrences[this.limit - 1];
    return last && last.start + 1;
  }

  /** @returns false when the page is full and neither this occurrence nor a later one belongs to it */
  insert(occurrence: FoundOccurrence): boolean {
    const index = this.indexFor(occurrence);
    if (index >= this.limit) return false;
    this.occurrences.splice(index, 0, occurrence);
    if (this.occurrences.length > this.limit) this.occurrences.pop();
    return true;
  }

  private indexFor(occurrence: FoundOccurrence): number {
    let low = 0;
    let high = this.occurrences.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.occurrences[middle];
      if (other && compare(other, occurrence) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get items(): readonly FoundOccurrence[] {
    return this.occurrences;
  }
}
