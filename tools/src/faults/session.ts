import { join } from 'node:path';
import { check, type Verdict } from './checker';
import { AdminApiClient } from './clients/admin-api-client';
import { SqlClient } from './clients/sql-client';
import { Cluster } from './cluster/cluster';
import { until } from './cluster/ports';
import { isQuiet, writeTestimony } from './cluster/witness';
import { History, readHistory } from './history';
import { Nemesis } from './nemesis';
import { SeededRandom } from './random';
import { WebhookSink } from './webhook-sink';
import { Workload } from './workload';

export interface SessionOptions {
  folder: string;
  queue: 'redis' | 'postgres';
  /** Who takes the schedules: the Admin API, or rows written as it writes them (no two minutes of notice). */
  through: 'admin-api' | 'sql';
  workers: number;
  /** Each seed is a run of the nemesis; they follow one another on the same cluster, which never rests between them. */
  seeds: number[];
  /** Seconds of one run. */
  seconds: number;
  /** Posts scheduled a second. */
  rate: number;
  /** Kinds of faults; all when empty. */
  only: string[];
  onProgress: (text: string) => void;
}

/** What was begun must end within this after the last fault is healed: twice the lease of a delivery, and some. */
const quietWithinMs = 90_000;

async function play(cluster: Cluster, history: History, options: SessionOptions): Promise<void> {
  const { through, seeds, seconds, rate, only, onProgress } = options;
  const [first = 1] = seeds;
  const sqlClient = through === 'sql' ? new SqlClient(cluster.databaseUrl) : undefined;
  const client = sqlClient ?? new AdminApiClient(cluster.adminApi?.url ?? '', cluster.adminKey);
  const workload = new Workload(client, history, new SeededRandom(first));
  const endAt = Date.now() + seeds.length * seconds * 1_000;
  // Whatever is scheduled falls due while the nemesis is still at work.
  const scheduling = workload.run(endAt - client.noticeMs, rate);
  for (const [index, seed] of seeds.entries()) {
    onProgress(`run ${index + 1} of ${seeds.length}, seed ${seed}`);
    history.write({ type: 'run', seed, queue: options.queue, workers: options.workers, seconds, at: Date.now() });
    await new Nemesis(cluster, history, new SeededRandom(seed), only).run(Date.now() + seconds * 1_000);
  }
  await scheduling;
  await workload.finished();
  await cluster.heal();
  await sqlClient?.close();
}

/** Plays the seeds against a cluster of its own, waits until nothing is left to do, and has the history checked. */
export async function playSession(options: SessionOptions): Promise<Verdict> {
  const cluster = await Cluster.start({
    folder: options.folder,
    queue: options.queue,
    workers: options.workers,
    hasAdminApi: options.through === 'admin-api',
  });
  const abandon = (): void => void cluster.stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
  const history = new History(join(options.folder, 'history.jsonl'));
  const sink = await WebhookSink.open(history);
  try {
    await cluster.addWebhook('post.published', sink.url);
    await play(cluster, history, options);
    options.onProgress('waiting until nothing is left to do');
    await until(() => cluster.look(isQuiet), quietWithinMs, 'all is published and delivered').catch((error: Error) => {
      // Then the checker finds what is missing.
      options.onProgress(error.message);
    });
    history.write({ type: 'end', at: Date.now() });
    await cluster.look((connection) => writeTestimony(connection, history));
  } finally {
    sink.close();
    await cluster.stop();
  }
  return check(readHistory(history.file));
}
