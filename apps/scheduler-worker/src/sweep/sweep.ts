import { type Logger } from '@almanac/platform';

export interface SweepOptions {
  /** For the log. */
  name: string;
  intervalMs: number;
  logger: Logger;
  /** Does what there is to do now. */
  work: () => Promise<void>;
}

/**
 * Does a piece of work again and again: when rung, and in any case once an interval, because bells get lost. It never runs
 * beside itself; rung while it runs, it runs once more. What fails is logged and tried again at the next turn.
 */
export class Sweep {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private isRung = false;
  private isStopped = false;

  constructor(private readonly options: SweepOptions) {}

  start(): void {
    // Workers started together do not sweep together.
    this.timer = setTimeout(() => this.turn(), Math.random() * this.options.intervalMs);
    this.ring();
  }

  /** Asks for a run as soon as possible. */
  ring(): void {
    if (this.isStopped) return;
    if (this.running) this.isRung = true;
    else this.running = this.run();
  }

  /** No run begins after this; resolves when the present one has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private turn(): void {
    this.ring();
    this.timer = setTimeout(() => this.turn(), this.options.intervalMs);
  }

  private async run(): Promise<void> {
    do {
      this.isRung = false;
      try {
        await this.options.work();
      } catch (error) {
        this.options.logger.warn(`${this.options.name} failed; it is tried again.`, error);
      }
    } while (this.isRung && !this.isStopped);
    this.running = undefined;
  }
}
