/** The clock of this process; tests replace it. Whether a post is due is decided by the clock of PostgreSQL instead. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
