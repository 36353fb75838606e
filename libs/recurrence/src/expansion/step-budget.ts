/** The most periods that one expansion of one series reads: about three centuries of days. */
export const MAX_STEPS = 100_000;

/** Bounds the work of an expansion by the number of periods, so that every rule ends, possible or not. */
export class StepBudget {
  used = 0;

  constructor(private readonly maximum = MAX_STEPS) {}

  /** Takes one step; false when none is left. */
  take(): boolean {
    if (this.used >= this.maximum) return false;
    this.used += 1;
    return true;
  }
}
