import type { AdminApiClient } from './clients/admin-api-client';
import { SqlClient } from './clients/sql-client';
import type { Cluster } from './cluster/cluster';
import { until } from './cluster/ports';
import { isQuiet } from './cluster/witness';
import type { History } from './history';
import { instantMatrix, type WrittenInstant } from './instants';

const PUBLISHED_WITHIN_MS = 60_000;

/**
 * Plants posts dated at the odd moments of many zones: overdue ones for each worker by itself, for each lives in another
 * zone, and drafts through the Admin API, written as the zone's own clocks show them.
 */
export async function plantInstants(cluster: Cluster, history: History, api?: AdminApiClient): Promise<void> {
  const matrix = instantMatrix();
  const sql = new SqlClient(cluster.databaseUrl);
  for (const worker of cluster.workers) {
    const others = cluster.workers.filter((other) => other !== worker);
    for (const other of others) other.signal('SIGSTOP');
    await Promise.all(matrix.map((instant) => plantOverdue(sql, history, instant, worker.name)));
    await until(() => cluster.look(isQuiet), PUBLISHED_WITHIN_MS, `${worker.name} publishes what was planted`);
    for (const other of others) other.signal('SIGCONT');
  }
  await sql.close();
  for (const instant of api ? matrix : []) await plantDraft(api, history, instant);
}

async function plantOverdue(
  sql: SqlClient,
  history: History,
  { ms, zone }: WrittenInstant,
  worker: string,
): Promise<void> {
  const { id } = await sql.schedule(`A moment of ${zone}`, new Date(ms));
  history.write({ type: 'planted', postId: id, ms, as: `for ${worker}, a moment of ${zone}` });
}

async function plantDraft(api: AdminApiClient | undefined, history: History, instant: WrittenInstant): Promise<void> {
  if (!api) return;
  const { ms, text } = instant;
  const created = await api.draft(text, text);
  history.write({ type: 'planted', postId: created.id, ms, as: `${text} to the Admin API` });
  const read = await api.read(created.id);
  for (const { publishedAt } of [created, read])
    history.write({ type: 'told', postId: created.id, by: 'the Admin API', ms: Date.parse(publishedAt) });
}
