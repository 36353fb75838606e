import { readFileSync, writeFileSync } from 'node:fs';

/** Clock ticks a second in /proc, on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const POLL_MS = 50;
/** Longer than any request may keep the event loop, on a machine with other work. */
const HEALTH_TIMEOUT_MS = 10_000;
/** The status of a request that is not answered. */
export const UNANSWERED = 599;

/** What one request cost the process that answered it. */
export interface Cost {
  status: number;
  /** User and system time of all threads. */
  cpuMs: number;
  /** The most resident memory while the request ran, over what was resident before. */
  memoryMb: number;
  /** How many requests for /health/live were answered meanwhile, and how many were not. */
  health: { answered: number; failed: number };
}

/** Measures a running service from outside, by what Linux accounts to its process. */
export class MeasuredProcess {
  constructor(
    private readonly pid: number,
    private readonly url: string,
  ) {}

  async measure(send: () => Promise<Response>): Promise<Cost> {
    // Makes the next peak (VmHWM) count from here.
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
    // The name of the program may hold blanks; the fields after its bracket are counted from the third.
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
  } catch (error) {
    if (error instanceof Error || error instanceof DOMException) return UNANSWERED;
    throw error;
  }
}
