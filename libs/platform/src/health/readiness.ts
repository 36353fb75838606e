import { messageOf } from '@almanac/errors';
import { Injectable } from '@nestjs/common';

/** Checks one dependency of the service, e.g. the database. Rejects with the reason if the dependency does not work. */
export type ReadinessCheck = () => Promise<unknown>;

const CHECK_TIMEOUT_MS = 2_000;

export interface ReadinessReport {
  isReady: boolean;
  /** `ok`, or the reason for a failure, by the name of the check. */
  checks: Record<string, string>;
}

async function outcomeOf(check: ReadinessCheck): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<string>((resolve) => {
    const fail = (): void => resolve(`no response within ${CHECK_TIMEOUT_MS} ms`);
    // After a pause of the process, Node.js runs expired timers before it reads sockets, and callbacks of `setImmediate` after it has
    // read them. So a response that has already arrived wins against the timeout.
    timer = setTimeout(() => setImmediate(fail), CHECK_TIMEOUT_MS);
  });
  try {
    return await Promise.race([check().then(() => 'ok'), timeout]);
  } catch (error) {
    return messageOf(error);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reports whether this instance of the service can serve requests, by the checks that modules register. After `startDraining`, the instance
 * is never ready.
 */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private draining = false;
  private running?: Promise<Record<string, string>>;

  /** Adds a named check, for example `readiness.register('database', () => dataSource.query('select 1'))`. */
  register(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** Makes the instance report that it is not ready, so that load balancers stop using it before its port closes. */
  startDraining(): void {
    this.draining = true;
  }

  get isDraining(): boolean {
    return this.draining;
  }

  /** Runs every check. A call while the checks run gets the outcome of the running checks. */
  async report(): Promise<ReadinessReport> {
    this.running ??= this.runChecks().finally(() => (this.running = undefined));
    const checks = { ...(await this.running), ...(this.draining && { shutdown: 'in progress' }) };
    return { isReady: Object.values(checks).every((outcome) => outcome === 'ok'), checks };
  }

  private async runChecks(): Promise<Record<string, string>> {
    const outcomes = [...this.checks].map(async ([name, check]) => [name, await outcomeOf(check)] as const);
    return Object.fromEntries(await Promise.all(outcomes));
  }
}
