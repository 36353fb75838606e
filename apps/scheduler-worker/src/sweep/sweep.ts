import { type Logger } from '@almanac/platform';

export interface SweepOptions {
  /** The name in log messages, e.g. `Folding counts`. */
  name: string;
  intervalMs: number;
  logger: Logger;
  /** Does all the work that is due now. */
  work: () => Promise<void>;
}

/**
 * Runs the work at once when triggered, and also once per interval, because a trigger can be lost. Runs never overlap; a
 * trigger during a run starts one more run after it. A failed run is logged; the next run tries again.
 */
export class Sweep {
  private timer?: NodeJS.Timeout;
  private running?: Promise<void>;
  private isTriggered = false;
  private isStopped = false;

  constructor(private readonly options: SweepOptions) {}

  start(): void {
    // A random first pause, so that workers started together do not poll together.
    this.timer = setTimeout(() => this.tick(), Math.random() * this.options.intervalMs);
    this.trigger();
  }

  /** Requests a run as soon as possible. */
  trigger(): void {
    if (this.isStopped) return;
    if (this.running) this.isTriggered = true;
    else this.running = this.run();
  }

  /** Starts no further run; resolves when the current one has ended. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
  }

  private tick(): void {
    this.trigger();
    this.timer = setTimeout(() => this.tick(), this.options.intervalMs);
  }

  private async run(): Promise<void> {
    do {
      this.isTriggered = false;
      try {
        await this.options.work();
      } catch (error) {
        this.options.logger.warn(`${this.options.name} failed; the next run tries again.`, error);
      }
    } while (this.isTriggered && !this.isStopped);
    this.running = undefined;
  }
}
