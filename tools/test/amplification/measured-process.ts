import { readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks per second in /proc. */
const TICKS_PER_SECOND = 100;
const POLL_MS = 50;
/** Longer than any request may block the event loop, also on a busy machine. */
const HEALTH_TIMEOUT_MS = 10_000;
/** The status of a request without a response. */
export const UNANSWERED = 599;

/** The cost of one request for the process. */
export interface Cost {
  status: number;
  /** User and system time of all threads. */
  cpuMs: number;
  /** Peak of the resident memory during the request, above its value before. */
  memoryMb: number;
  /** Number of requests to /health/live that succeeded and failed meanwhile. */
  health: { answered: number; failed: number };
}

/** Measures a running service by the accounting of Linux for its process. */
export class MeasuredProcess {
  constructor(
    private readonly pid: number,
    private readonly url: string,
  ) {}

  async measure(send: () => Promise<Response>): Promise<Cost> {
    // Resets the peak (VmHWM).
    writeFileSync(`/proc/${this.pid}/clear_refs`, '5');
    const before = { cpu: this.cpuMs(), memory: this.megabytes('VmRSS') };
    const health = { answered: 0, failed: 0 };
    let isRunning = true;
    const polling = (async () => {
      do {
        const isLive = await fetch(`${this.url}/health/live`, { signal: AbortSignal.timeout(HEALTH_TIMEOUT_MS) }).then(
          ({ ok }) => ok,
          () => false,
        );
        health[isLive ? 'answered' : 'failed'] += 1;
        await new Promise((done) => setTimeout(done, POLL_MS));
      } while (isRunning);
    })();
    const status = await statusOf(send);
    isRunning = false;
    await polling;
    return {
      status,
      cpuMs: this.cpuMs() - before.cpu,
      memoryMb: Math.round(this.megabytes('VmHWM') - before.memory),
      health,
    };
  }

  private cpuMs(): number {
    const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
    // The program name in parentheses may contain spaces; after it follows the third field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }

  private megabytes(field: string): number {
    const line = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'));
    return Number(line?.[1] ?? NaN) / 1024;
  }
}

async function statusOf(send: () => Promise<Response>): Promise<number> {
  try {
    const response = await send();
    await response.arrayBuffer();
    return response.status;
  } catch {
    return UNANSWERED;
  }
}
