import type { Service } from './cluster/service';
import { pause } from './cluster/polling';
import type { History } from './history';

const EVERY_MS = 400;
const TIMEOUT_MS = 5_000;

/** The value of a metric for the action `publish`; -1 when it is missing. */
function valueOf(name: string, metrics: string): number {
  return Number(new RegExp(`^${name}\\{[^}]*action="publish"[^}]*\\} (\\S+)$`, 'm').exec(metrics)?.[1] ?? -1);
}

/** Requests the metrics of workers periodically, as Prometheus does, and writes the gauges of due posts into the history. */
export class MetricsWatch {
  private isStopped = false;
  private readonly watching: Promise<void>[];

  constructor(
    workers: readonly Service[],
    private readonly history: History,
  ) {
    this.watching = workers.map((worker) => this.watch(worker));
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    await Promise.all(this.watching);
  }

  private async watch(worker: Service): Promise<void> {
    while (!this.isStopped) {
      const sentAt = Date.now();
      const metrics = await fetch(`${worker.url}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
        (response) => response.text(),
        () => undefined,
      );
      if (metrics !== undefined) {
        this.history.write({
          type: 'gauge',
          worker: worker.name,
          dueCount: valueOf('publishing_due_count', metrics),
          oldestAgeMs: valueOf('publishing_due_oldest_age_seconds', metrics) * 1_000,
          sentAt,
          at: Date.now(),
        });
      }
      await pause(EVERY_MS);
    }
  }
}
