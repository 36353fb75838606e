import { join } from 'node:path';
import { check, type Verdict } from './checker/checker';
import { AdminApiClient } from './clients/admin-api-client';
import { SqlClient } from './clients/sql-client';
import { Cluster } from './cluster/cluster';
import { until } from './cluster/ports';
import { isQuiet, writeTestimony } from './cluster/witness';
import { History, readHistory } from './history';
import { writeLateMarks } from './late-marks';
import { MetricsWatch } from './metrics-watch';
import { Nemesis } from './nemesis/nemesis';
import { plantInstants } from './plant-instants';
import { SeededRandom } from './random';
import type { Scenario } from './scenarios';
import { WebhookSink } from './webhook-sink';
import { Workload } from './workload';

export interface SessionOptions {
  folder: string;
  queue: 'redis' | 'postgres';
  scenario: Scenario;
  /** The seed of the first run; the others count on. Runs follow one another on one cluster, without a rest. */
  firstSeed: number;
  onProgress: (text: string) => void;
}

/** What was begun must end within this after the last fault is healed: twice the lease of a delivery, and some. */
const QUIET_WITHIN_MS = 90_000;

async function play(cluster: Cluster, history: History, options: SessionOptions): Promise<void> {
  const { scenario, firstSeed, queue, onProgress } = options;
  const { seeds, seconds, workers } = scenario;
  const sqlClient = scenario.through === 'sql' ? new SqlClient(cluster.databaseUrl) : undefined;
  const api = cluster.adminApi && new AdminApiClient(cluster.adminApi.url, cluster.adminKey);
  const client = sqlClient ?? api;
  if (!client) throw new Error('There is nobody to take the schedules.');
  if (scenario.hasInstants) await plantInstants(cluster, history, api);
  const workload = new Workload(client, history, new SeededRandom(firstSeed), scenario);
  const endAt = Date.now() + seeds * seconds * 1_000;
  // Whatever is scheduled falls due while the nemesis is still at work.
  const scheduling = workload.run(endAt - client.noticeMs);
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    onProgress(`run ${seed - firstSeed + 1} of ${seeds}, seed ${seed}`);
    history.write({ type: 'run', seed, queue, workers, seconds, at: Date.now() });
    await new Nemesis(cluster, history, new SeededRandom(seed), scenario).run(Date.now() + seconds * 1_000);
  }
  await scheduling;
  await workload.finished();
  await cluster.heal();
  await sqlClient?.close();
}

/** Waits for what was begun; what is still missing then is for the checker to find. */
async function settle(cluster: Cluster, history: History, { onProgress }: SessionOptions): Promise<void> {
  onProgress('waiting until nothing is left to do');
  // What falls due after the last look is not waited for.
  let lookedAt = Date.now();
  const isOver = (): Promise<boolean> => {
    lookedAt = Date.now();
    return cluster.look(isQuiet);
  };
  await until(isOver, QUIET_WITHIN_MS, 'all is published and delivered').catch((error: Error) =>
    onProgress(error.message),
  );
  history.write({ type: 'end', at: lookedAt });
  await cluster.look((connection) => writeTestimony(connection, history));
  for (const { name } of cluster.workers) writeLateMarks(cluster.logFileOf(name), history);
}

/** Plays a scenario against a cluster of its own, waits until nothing is left to do, and has the history checked. */
export async function playSession(options: SessionOptions): Promise<Verdict> {
  const { folder, queue, scenario } = options;
  const history = new History(join(folder, 'history.jsonl'));
  const cluster = await Cluster.start({
    folder,
    queue,
    workers: scenario.workers,
    hasAdminApi: scenario.through === 'admin-api',
    onExit: (service, code) => history.write({ type: 'exit', service, code, at: Date.now() }),
  });
  const abandon = (): void => void cluster.stop().finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, abandon);
  const sink = await WebhookSink.open(history);
  const watch = scenario.isWatched ? new MetricsWatch(cluster.workers, history) : undefined;
  try {
    await cluster.addWebhook('post.published', sink.url);
    await play(cluster, history, options);
    await settle(cluster, history, options);
  } finally {
    await watch?.stop();
    sink.close();
    await cluster.stop();
  }
  return check(readHistory(history.file));
}
