/** The clock of this process; tests replace it. The clock of PostgreSQL, not this one, decides whether a post is due. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
