/**
 * The maximum number of steps of one expansion. A step reads one period: one FREQ interval, or for HOURLY and MINUTELY one day. A
 * month in which a rule has no day takes one step, too. 100,000 days are 273 years.
 */
export const MAX_STEPS = 100_000;

/** Limits the number of periods that an expansion reads, so that it also ends for a rule without any instance. */
export class StepBudget {
  private used = 0;

  constructor(private readonly maximum = MAX_STEPS) {}

  /** The number of steps taken. */
  get usedSteps(): number {
    return this.used;
  }

  /** Takes one step; false when none is left. */
  take(): boolean {
    if (this.used >= this.maximum) return false;
    this.used += 1;
    return true;
  }
}
