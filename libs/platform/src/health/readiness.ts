import { Injectable } from '@nestjs/common';

/** Resolves if something that the service needs works, and rejects with the reason otherwise. */
export type ReadinessCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2_000;

export interface ReadinessReport {
  isReady: boolean;
  /** `ok` or the reason, by the name of the check. */
  checks: Record<string, string>;
}

async function outcomeOf(check: ReadinessCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_TIMEOUT_MS} ms`), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check().then(() => 'ok'), timeout]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}

/** Whether this replica can serve requests. Modules register checks; a draining replica is never ready. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private draining = false;

  /** Adds a named check, for example `readiness.register('database', () => dataSource.query('select 1'))`. */
  register(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Makes the replica report that it is not ready, so that load balancers stop using it before its port closes. */
  startDraining(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  async report(): Promise<ReadinessReport> {
    const outcomes = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const),
    );
    const checks: Record<string, string> = Object.fromEntries(outcomes);
    if (this.draining) checks.shutdown = 'in progress';
    return { isReady: Object.values(checks).every((outcome) => outcome === 'ok'), checks };
  }
}
