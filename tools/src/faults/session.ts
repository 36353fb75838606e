import { join } from 'node:path';
import { check, type Verdict } from './checker/checker';
import { AdminApiClient } from './clients/admin-api-client';
import { SqlClient } from './clients/sql-client';
import { Cluster } from './cluster/cluster';
import { until } from './cluster/polling';
import { hasNoPendingWork, recordFinalState } from './cluster/recorded-state';
import { History, readHistory } from './history';
import { writeLateMarks } from './late-marks';
import { MetricsWatch } from './metrics-watch';
import { FaultInjector } from './injection/fault-injector';
import { addDatedPosts } from './add-dated-posts';
import { SeededRandom } from './random';
import type { Scenario } from './scenarios';
import { WebhookSink } from './webhook-sink';
import { Workload } from './workload';

export interface SessionOptions {
  /** The folder for the history, the data and the logs. */
  folder: string;
  queue: 'redis' | 'postgres';
  scenario: Scenario;
  /** The seed of the first run; each further run has the next number. All runs use one cluster, without a pause. */
  firstSeed: number;
  onProgress: (text: string) => void;
}

/** The time limit for all pending work after the last fault. It is three times the lease of a delivery. */
const QUIET_WITHIN_MS = 90_000;

/** Schedules posts while faults are injected, in all runs of the scenario. */
async function runWorkload(cluster: Cluster, history: History, options: SessionOptions): Promise<void> {
  const { scenario, firstSeed, queue, onProgress } = options;
  const { seeds, seconds, workers } = scenario;
  const sqlClient = scenario.through === 'sql' ? new SqlClient(cluster.databaseUrl) : undefined;
  const api = cluster.adminApi && new AdminApiClient(cluster.adminApi.url, cluster.adminKey);
  const client = sqlClient ?? api;
  if (!client) throw new Error('The scenario needs the Admin API or SQL to schedule posts.');
  if (scenario.hasInstants) await addDatedPosts(cluster, history, api);
  const workload = new Workload(client, history, new SeededRandom(firstSeed), scenario);
  const endAt = Date.now() + seeds * seconds * 1_000;
  // Scheduling ends `noticeMs` before the last run, so that posts are still due while the last faults are injected.
  const scheduling = workload.run(endAt - client.noticeMs);
  for (let seed = firstSeed; seed < firstSeed + seeds; seed += 1) {
    onProgress(`run ${seed - firstSeed + 1} of ${seeds}, seed ${seed}`);
    history.write({ type: 'run', seed, queue, workers, seconds, at: Date.now() });
    await new FaultInjector(cluster, history, new SeededRandom(seed), scenario).run(Date.now() + seconds * 1_000);
  }
  await scheduling;
  await workload.finished();
  await cluster.heal();
  await sqlClient?.close();
}

/** Waits until no work is pending, and writes the final state into the history. After the time limit, the checker reports pending work. */
async function finishWork(cluster: Cluster, history: History, { onProgress }: SessionOptions): Promise<void> {
  onProgress('waiting until all work is done');
  // The checker does not require posts that are due after the last poll.
  let polledAt = Date.now();
  const isOver = (): Promise<boolean> => {
    polledAt = Date.now();
    return cluster.withConnection(hasNoPendingWork);
  };
  await until(isOver, QUIET_WITHIN_MS, 'all posts are published and all webhooks delivered').catch((error: Error) =>
    onProgress(error.message),
  );
  history.write({ type: 'end', at: polledAt });
  await cluster.withConnection((connection) => recordFinalState(connection, history));
  for (const { name } of cluster.workers) writeLateMarks(cluster.logFileOf(name), history);
}

/** Runs a scenario on a new cluster, waits until no work is pending, and checks the history. */
export async function runSession(options: SessionOptions): Promise<Verdict> {
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
    await runWorkload(cluster, history, options);
    await finishWork(cluster, history, options);
  } finally {
    await watch?.stop();
    sink.close();
    await cluster.stop();
  }
  return check(readHistory(history.file));
}
