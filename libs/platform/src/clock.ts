/** The clock of this process, which tests replace. It does not decide whether a post is due: the clock of PostgreSQL does. */
export class Clock {
  now(): Date {
    return new Date();
  }
}
