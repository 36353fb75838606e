import type { AdminApiClient } from './clients/admin-api-client';
import { SqlClient } from './clients/sql-client';
import type { Cluster } from './cluster/cluster';
import { until } from './cluster/polling';
import { hasNoPendingWork } from './cluster/recorded-state';
import type { History } from './history';
import { instantMatrix, type WrittenInstant } from './instants';

/** The time limit for one worker to publish its overdue posts. */
const PUBLISHED_WITHIN_MS = 60_000;

/**
 * Adds posts whose dates are around clock changes of many zones. Each worker runs in another zone, so each one publishes overdue
 * posts while the other workers are stopped. With an API client, drafts are also added, whose dates are local times with offsets.
 */
export async function addDatedPosts(cluster: Cluster, history: History, api?: AdminApiClient): Promise<void> {
  const matrix = instantMatrix();
  const sql = new SqlClient(cluster.databaseUrl);
  for (const worker of cluster.workers) {
    const others = cluster.workers.filter((other) => other !== worker);
    for (const other of others) other.signal('SIGSTOP');
    await Promise.all(matrix.map((instant) => addOverduePost(sql, history, instant, worker.name)));
    await until(
      () => cluster.withConnection(hasNoPendingWork),
      PUBLISHED_WITHIN_MS,
      `${worker.name} publishes the overdue posts`,
    );
    for (const other of others) other.signal('SIGCONT');
  }
  await sql.close();
  for (const instant of api ? matrix : []) await addDraft(api, history, instant);
}

/** Schedules a post with a date in the past by SQL. @param worker the name of the worker that will publish it */
async function addOverduePost(
  sql: SqlClient,
  history: History,
  { ms, zone }: WrittenInstant,
  worker: string,
): Promise<void> {
  const { id } = await sql.schedule(`Dated in ${zone}`, new Date(ms));
  history.write({ type: 'dated', postId: id, ms, as: `for ${worker}, in ${zone}` });
}

/** Adds a draft by the Admin API, and writes the dates in two responses into the history. */
async function addDraft(api: AdminApiClient | undefined, history: History, instant: WrittenInstant): Promise<void> {
  if (!api) return;
  const { ms, text } = instant;
  const created = await api.draft(text, text);
  history.write({ type: 'dated', postId: created.id, ms, as: `${text} to the Admin API` });
  const read = await api.read(created.id);
  for (const { publishedAt } of [created, read])
    history.write({ type: 'reported-date', postId: created.id, by: 'the Admin API', ms: Date.parse(publishedAt) });
}
