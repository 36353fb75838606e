/** The time as the process sees it; tests hand in one that stands still. Due times are decided by the database's clock, never by this one. */
export class Clock {
  /** The present instant. */
  now(): Date {
    return new Date();
  }
}
