/** How many periods one question about one series may look at: three centuries of days, about. */
export const MAXIMUM_STEPS = 100_000;

/** Bounds the work of an expansion by counting periods looked at, so that no rule, possible or not, runs away. */
export class StepBudget {
  used = 0;

  constructor(private readonly maximum = MAXIMUM_STEPS) {}

  /** Takes one step; false once none is left. */
  take(): boolean {
    if (this.used >= this.maximum) return false;
    this.used += 1;
    return true;
  }
}
