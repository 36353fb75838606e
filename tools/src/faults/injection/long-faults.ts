import { Client } from 'pg';
import type { Cluster } from '../cluster/cluster';
import { pause, until } from '../cluster/polling';
import type { Service } from '../cluster/service';
import type { SeededRandom } from '../random';
import { redisAway } from './engine-faults';
import type { FaultContext, Fault, InjectedFault } from './fault';

/** Longer than the lease of a delivery (30 s), and the time limits of the services for statements (15 s) and locks (4 s). */
const FREEZE_MS = 35_000;
/** The time limit for finding a worker that publishes. */
const IN_TRANSACTION_WITHIN_MS = 10_000;

/** Faults that take long. They are injected only when a scenario or an option names them. */
export function longFaults(context: FaultContext): Fault[] {
  const { cluster, random } = context;
  return [
    { kind: 'blackout', inject: () => blackOut(context) },
    { kind: 'freeze-worker', inject: () => freezeInTransaction(cluster, random) },
    { kind: 'hold-rows', inject: () => holdRows(cluster, random) },
    ...(cluster.redis ? [redisAway(cluster.redis)] : []),
  ];
}

/** Kills all services, PostgreSQL and Redis, as a power failure would, and starts all of them after the duration of a fault. */
async function blackOut(context: FaultContext): Promise<InjectedFault> {
  const { cluster } = context;
  for (const service of cluster.services) service.signal('SIGKILL');
  await cluster.redis?.kill();
  await cluster.postgres.stopImmediately();
  await context.hold();
  await cluster.redis?.restart();
  await cluster.postgres.startAgain();
  for (const service of cluster.services) service.spawn();
  return { target: 'everything', isOutage: true };
}

/** Runs `work` in a transaction, which is rolled back at the end. */
async function inTransaction<T>(cluster: Cluster, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: cluster.databaseUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('begin');
    return await work(client);
  } finally {
    // Closing the connection rolls the transaction back.
    await client.end();
  }
}

/** A worker that has updated posts and waits for a lock: it is in a transaction that publishes. Undefined if there is none. */
async function publishingWorker(cluster: Cluster, client: Client): Promise<Service | undefined> {
  const { rows } = await client.query<{ port: number }>(
    `select a.client_port as port from pg_stat_activity a join pg_locks l using (pid)
     where a.wait_event_type = 'Lock' and l.granted and l.mode = 'RowExclusiveLock'
       and l.relation = 'publishing.posts'::regclass`,
  );
  return rows.map(({ port }) => cluster.workerBehind(port)).find((worker) => worker !== undefined);
}

/**
 * Stops a worker by SIGSTOP between the update of a post and the insert of its outbox event. A lock on the outbox makes it wait at this
 * point. If no worker gets there in time, a random worker is stopped.
 */
async function freezeInTransaction(cluster: Cluster, random: SeededRandom): Promise<InjectedFault> {
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

/** Locks posts that are due or will be within 2 s, so that they are published late. */
async function holdRows(cluster: Cluster, random: SeededRandom): Promise<InjectedFault> {
  return inTransaction(cluster, async (client) => {
    const { rowCount } = await client.query(
      `select id from publishing.posts where status = 'scheduled' and published_at <= now() + interval '2 seconds'
       for update`,
    );
    await pause(random.between(3_000, 8_000));
    return { target: `${rowCount} posts`, isOutage: true };
  });
}
