import { type FoundOccurrence } from './stored-occurrences';

function compare(one: FoundOccurrence, other: FoundOccurrence): number {
  return (
    one.startAt.getTime() - other.startAt.getTime() ||
    one.endAt.getTime() - other.endAt.getTime() ||
    (one.eventId < other.eventId ? -1 : one.eventId > other.eventId ? 1 : 0)
  );
}

/** The first `limit` of the occurrences put into it, by start, end and event. */
export class OccurrencePage {
  constructor(
    private occurrences: FoundOccurrence[],
    private readonly limit: number,
  ) {}

  /** No occurrence that starts at or after this instant can still come onto the page; undefined while there is room. */
  get closesAt(): Date | undefined {
    const last = this.occurrences[this.limit - 1];
    return last && new Date(last.startAt.getTime() + 1_000);
  }

  /** @param added in order */
  add(added: FoundOccurrence[]): void {
    if (added.length === 0) return;
    this.occurrences = [...this.occurrences, ...added].sort(compare).slice(0, this.limit);
  }

  get items(): readonly FoundOccurrence[] {
    return this.occurrences;
  }
}
