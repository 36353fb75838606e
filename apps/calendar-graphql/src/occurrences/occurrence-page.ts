import { type EpochSeconds } from '@almanac/recurrence';
import { compareKeys, type OccurrenceKey } from './occurrence-key';

/** An occurrence of a page. */
export interface FoundOccurrence extends OccurrenceKey {
  /** Whether the occurrence is an override, whose values are in the table of overrides. */
  isOverride: boolean;
}

/** The first `limit` of the inserted occurrences, in the order of their keys. */
export class OccurrencePage {
  /** @param occurrences the first items, at most `limit`, in the order of their keys */
  constructor(
    private occurrences: FoundOccurrence[],
    private readonly limit: number,
  ) {}

  /** When the page is full, only occurrences that start before this instant can still enter it. Undefined while it is not full. */
  get startsBefore(): EpochSeconds | undefined {
    const last = this.occurrences[this.limit - 1];
    return last && last.start + 1;
  }

  /** Inserts an occurrence. @returns false when the page is full, and neither this occurrence nor a later one belongs to it */
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
      if (other && compareKeys(other, occurrence) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  get items(): readonly FoundOccurrence[] {
    return this.occurrences;
  }
}
