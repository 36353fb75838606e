import { Client } from 'pg';
import type { Cluster } from '../cluster/cluster';
import { pause, until } from '../cluster/ports';
import type { Service } from '../cluster/service';
import type { SeededRandom } from '../random';
import { redisAway } from './engine-faults';
import type { Battlefield, Fault, Struck } from './strike';

/** Longer than any lock, lease or time limit of the product. */
const FREEZE_MS = 35_000;
const IN_TRANSACTION_WITHIN_MS = 10_000;

/** Worse than a short run has time for: only when a scenario, or somebody, asks for them by name. */
export function longFaults(field: Battlefield): Fault[] {
  const { cluster, random } = field;
  return [
    { kind: 'blackout', strike: () => blackOut(field) },
    { kind: 'freeze-worker', strike: () => freezeInTransaction(cluster, random) },
    { kind: 'hold-rows', strike: () => holdRows(cluster, random) },
    ...(cluster.redis ? [redisAway(cluster.redis)] : []),
  ];
}

/** As when the power fails: nothing ends in good order, and everything boots at once. */
async function blackOut(field: Battlefield): Promise<Struck> {
  const { cluster } = field;
  for (const service of cluster.services) service.signal('SIGKILL');
  await cluster.redis?.kill();
  await cluster.postgres.stopImmediately();
  await field.stand();
  await cluster.redis?.restart();
  await cluster.postgres.startAgain();
  for (const service of cluster.services) service.spawn();
  return { target: 'everything', isOutage: true };
}

/** Runs work while a transaction of our own stands open. */
async function inTransaction<T>(cluster: Cluster, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: cluster.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    // The connection's end is the transaction's.
    await client.end();
  }
}

/** The worker that has moved posts and waits to write down that it did: it is inside the transaction that matters. */
async function publishingWorker(cluster: Cluster, client: Client): Promise<Service | undefined> {
  const { rows } = await client.query<{ port: number }>(
    `select a.client_port as port from pg_stat_activity a join pg_locks l using (pid)
     where a.wait_event_type = 'Lock' and l.granted and l.mode = 'RowExclusiveLock'
       and l.relation = 'publishing.posts'::regclass`,
  );
  return rows.map(({ port }) => cluster.workerBehind(port)).find((worker) => worker !== undefined);
}

/**
 * Freezes a worker between the move of a post and the outbox row of it. We hold the outbox until one has come that far;
 * where none comes, any is frozen.
 */
async function freezeInTransaction(cluster: Cluster, random: SeededRandom): Promise<Struck> {
  let inside: Service | undefined;
  await inTransaction(cluster, async (client) => {
    await client.query('lock table publishing.outbox in share mode');
    const isFound = async (): Promise<boolean> => (inside = await publishingWorker(cluster, client)) !== undefined;
    await until(isFound, IN_TRANSACTION_WITHIN_MS, 'a worker publishes').catch(() => undefined);
    inside?.signal('SIGSTOP');
  });
  const worker = inside ?? random.pick(cluster.workers);
  worker.signal('SIGSTOP');
  await pause(FREEZE_MS);
  worker.signal('SIGCONT');
  return {
    target: `${worker.name} ${inside ? 'inside' : 'outside'} a transaction`,
    isOutage: cluster.workers.length === 1,
  };
}

/** Somebody else holds what is due, so that everybody can see it being late. */
async function holdRows(cluster: Cluster, random: SeededRandom): Promise<Struck> {
  return inTransaction(cluster, async (client) => {
    const { rowCount } = await client.query(
      `select id from publishing.posts where status = 'scheduled' and published_at <= now() + interval '2 seconds'
       for update`,
    );
    await pause(random.between(3_000, 8_000));
    return { target: `${rowCount} posts`, isOutage: true };
  });
}
