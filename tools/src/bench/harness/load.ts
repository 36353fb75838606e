import autocannon from 'autocannon';
import { Agent, request } from 'undici';

const CONNECTIONS = 64;

/** Where the load generator sends requests. */
export interface Target {
  url: string;
  /**
   * Paths that each client requests one after the other. Each client
   * begins with another path, so that few requests are equal at one time.
   */
  paths?: string[];
  headers?: Record<string, string>;
  /** The status that every response must have. */
  status?: number;
}

/**
 * The throughput when `connections` clients send requests without pause.
 * @param options.staysAwake whether the load generator polls for responses instead of sleeping until one arrives. On a virtual machine,
 *   each response to a sleeping process costs the sender up to 9 µs to wake it. Only a service that is much slower than the load generator
 *   would pay for this. Do not set it if the measured service needs the core of the load generator, e.g. for PostgreSQL.
 * @returns requests per second
 * @throws Error when a request failed or a response had another status than `status`
 */
export async function saturate(
  { url, paths, headers, status = 200 }: Target,
  { connections = 32, seconds = 3, staysAwake = false } = {},
): Promise<number> {
  let clients = 0;
  const setupClient = (client: autocannon.Client): void => {
    if (!paths) return;
    const start = Math.floor((clients++ * paths.length) / connections) % paths.length;
    client.setRequests([...paths.slice(start), ...paths.slice(0, start)].map((path) => ({ method: 'GET', path })));
  };
  let isRunning = staysAwake;
  // While a callback of `setImmediate` waits, the event loop does not sleep.
  const poll = (): void => {
    if (isRunning) setImmediate(poll);
  };
  poll();
  const load = Promise.resolve(autocannon({ url, headers, connections, duration: seconds, setupClient }));
  const result = await load.finally(() => (isRunning = false));
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status);
  if (result.errors > 0 || result.timeouts > 0 || wrong.length > 0) {
    throw new Error(
      `Invalid run: ${result.errors} errors, ${result.timeouts} timeouts, statuses ${JSON.stringify(result.statusCodeStats)} from ${url}`,
    );
  }
  return result.requests.total / result.duration;
}

/**
 * The latencies at a constant rate of requests that does not depend on the responses. So a stall of the service increases the latencies of
 * all requests that are due during the stall (no coordinated omission).
 * @returns milliseconds, one value for each request
 * @throws Error when a response has another status than that of its target
 */
export async function latenciesAt(
  targets: Target[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const agent = new Agent({ connections: CONNECTIONS });
  const get = async (index: number): Promise<void> => {
    const target = targets[index % targets.length];
    if (!target) throw new Error('No target.');
    const { statusCode, body } = await request(target.url, { headers: target.headers, dispatcher: agent });
    await body.dump();
    if (statusCode !== (target.status ?? 200)) throw new Error(`Invalid run: status ${statusCode} from ${target.url}`);
  };
  // Opens the connections before the measurement.
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => get(index)));
  const startedAt = performance.now();
  const timedGet = async (index: number): Promise<number> => {
    const dueAt = startedAt + (index * 1000) / perSecond;
    const delay = dueAt - performance.now();
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
    // The latency begins when the request is due. A timer can fire up to a millisecond early; then it begins when the request is sent.
    const begunAt = Math.min(dueAt, performance.now());
    await get(index);
    return performance.now() - begunAt;
  };
  const latencies = await Promise.all(Array.from({ length: perSecond * seconds }, (_, index) => timedGet(index)));
  await agent.close();
  return latencies;
}
