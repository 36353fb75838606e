import type { Client } from 'pg';
import { SqlClient } from '../clients/sql-client';
import { Cluster } from '../cluster/cluster';
import { pause, until } from '../cluster/polling';
import { CountingSink } from './counting-sink';

export interface NewsletterOptions {
  folder: string;
  queue: 'redis' | 'postgres';
  members: number;
  workers: number;
  /** The number of connections of one worker to the mail server. */
  connections: number;
  killEveryMs: number;
  onProgress: (line: string) => void;
}

/** The results of a run. */
export interface NewsletterReport {
  members: number;
  kills: number;
  /** The number of mails that the sink accepted. */
  accepted: number;
  /** The number of mails to members who had already got one. */
  duplicates: number;
  /** The longest time between two accepted mails. */
  longestPauseSeconds: number;
  /** The allowed number of duplicates: for each kill, one for each connection of the killed worker. */
  allowedDuplicates: number;
  /** The number of members who did not unsubscribe and got no mail. */
  leftOut: number;
  /** The number of members who unsubscribed. */
  unsubscribed: number;
  /** The number of members who got a mail more than two seconds after they unsubscribed. */
  sentAfterUnsubscribing: number;
  /** The number of workers that exited without being killed. */
  exits: number;
  seconds: number;
  /** The status and the counts in the row of the mail. */
  recorded: { status: string; recipients: number; sent: number; failed: number; skipped: number };
}

const RESTART_AFTER_MS = 500;
const START_POLL_MS = 200;
const UNSUBSCRIBE_EVERY_MS = 200;
/** A worker reads whether a member is subscribed at most a second before the mail. The rest of this time is for the mail itself. */
const GRACE_MS = 2_000;
const TIME_LIMIT_MS = 3_600_000;
const addressOf = (index: number): string => `member-${index}@example.com`;

/** Mails a post to many members while workers are killed and members unsubscribe. */
export async function runNewsletter(options: NewsletterOptions): Promise<NewsletterReport> {
  const sink = await CountingSink.open();
  let exits = 0;
  const cluster = await Cluster.start({
    folder: options.folder,
    queue: options.queue,
    workers: options.workers,
    hasAdminApi: false,
    workerEnvironment: { SMTP_URL: sink.url, MAIL_CONNECTIONS: String(options.connections) },
    onExit: () => (exits += 1),
  });
  try {
    await cluster.withConnection((client) => addMembers(client, options.members));
    const postId = await publish(cluster);
    const startedAt = Date.now();
    const disturbance = new Disturbance(cluster, sink, options);
    await disturbance.during(() => hasEnded(cluster, postId));
    const seconds = (Date.now() - startedAt) / 1_000;
    const recorded = await cluster.withConnection((client) => recordedCounts(client, postId));
    return { ...disturbance.report(), members: options.members, exits, seconds, recorded };
  } finally {
    await cluster.stop();
    await sink.close();
  }
}

async function addMembers(client: Client, count: number): Promise<void> {
  await client.query(
    `insert into publishing.members (id, email, created_at)
     select lpad(to_hex(n), 24, '0'), 'member-' || n || '@example.com', now() - interval '1 day' from generate_series(1, $1) n`,
    [count],
  );
}

/** Schedules a post that is mailed when it is published. @returns its id */
async function publish(cluster: Cluster): Promise<string> {
  const sql = new SqlClient(cluster.databaseUrl);
  const { id } = await sql.schedule('To all members', new Date(Date.now() + 2_000));
  await sql.close();
  await cluster.withConnection((client) =>
    client.query(`update publishing.posts set send_email_when_published = true, html = '<p>Hello</p>' where id = $1`, [
      id,
    ]),
  );
  return id;
}

async function recordedCounts(client: Client, postId: string): Promise<NewsletterReport['recorded']> {
  const { rows } = await client.query<NewsletterReport['recorded']>(
    `select status, recipient_count as recipients, sent_count as sent, failed_count as failed, skipped_count as skipped
     from publishing.emails where post_id = $1`,
    [postId],
  );
  return rows[0] ?? { status: 'missing', recipients: 0, sent: 0, failed: 0, skipped: 0 };
}

async function hasEnded(cluster: Cluster, postId: string): Promise<boolean> {
  const { status } = await cluster.withConnection((client) => recordedCounts(client, postId));
  return status === 'submitted';
}

/** Kills workers and unsubscribes members while a newsletter is sent. */
class Disturbance {
  private kills = 0;
  private readonly unsubscribedAt = new Map<string, number>();
  private isOver = false;

  constructor(
    private readonly cluster: Cluster,
    private readonly sink: CountingSink,
    private readonly options: NewsletterOptions,
  ) {}

  /** Waits for the first mail, and then kills workers and unsubscribes members until the newsletter has ended. */
  async during(hasEnded_: () => Promise<boolean>): Promise<void> {
    await until(() => Promise.resolve(this.sink.total > 0), TIME_LIMIT_MS, 'the first mail arrives');
    const disturbing = Promise.all([this.killWorkers(), this.unsubscribeMembers()]);
    await until(hasEnded_, TIME_LIMIT_MS, 'the mail ends');
    this.isOver = true;
    await disturbing;
    // The sink may count the last mails late.
    await pause(GRACE_MS);
  }

  report(): Omit<NewsletterReport, 'members' | 'exits' | 'seconds' | 'recorded'> {
    const { members, connections } = this.options;
    const addresses = Array.from({ length: members }, (_, index) => addressOf(index + 1));
    return {
      kills: this.kills,
      accepted: this.sink.total,
      longestPauseSeconds: this.sink.longestPauseMs / 1_000,
      duplicates: this.sink.duplicates(),
      allowedDuplicates: this.kills * connections,
      leftOut: addresses.filter((address) => !this.sink.counts.has(address) && !this.unsubscribedAt.has(address))
        .length,
      unsubscribed: this.unsubscribedAt.size,
      sentAfterUnsubscribing: [...this.unsubscribedAt].filter(
        ([address, at]) => (this.sink.lastAtByAddress.get(address) ?? 0) > at + GRACE_MS,
      ).length,
    };
  }

  /**
   * Kills the workers in turn. A worker is killed one interval after it accepts connections at the earliest, and only if a mail has arrived
   * since the last kill. Otherwise, on a busy machine with slow starts, each worker would be killed before its first mail.
   */
  private async killWorkers(): Promise<void> {
    const { killEveryMs, onProgress } = this.options;
    let totalAtLastKill = 0;
    for (let turn = 0; !this.isOver; turn += 1) {
      const worker = this.cluster.workers[turn % this.cluster.workers.length];
      while (worker && !this.isOver && !(await worker.isListening())) await this.wait(START_POLL_MS);
      await this.wait(killEveryMs);
      while (!this.isOver && this.sink.total === totalAtLastKill) await this.wait(START_POLL_MS);
      if (!worker || this.isOver) return;
      totalAtLastKill = this.sink.total;
      // `stop` waits until the process has ended: before that, `spawn` would not start a new one.
      await worker.stop('SIGKILL');
      this.kills += 1;
      onProgress(`killed ${worker.name} after ${this.sink.total} mails`);
      await pause(RESTART_AFTER_MS);
      worker.spawn();
    }
  }

  /** Unsubscribes every seventh member, beginning with the last one, because most of the last ones have not got the mail yet. */
  private async unsubscribeMembers(): Promise<void> {
    for (let index = this.options.members; index > 0 && !this.isOver; index -= 7) {
      const address = addressOf(index);
      await this.cluster.withConnection((client) =>
        client.query('update publishing.members set subscribed = false where email = $1', [address]),
      );
      this.unsubscribedAt.set(address, Date.now());
      await this.wait(UNSUBSCRIBE_EVERY_MS);
    }
  }

  /** Waits, but not longer than until the newsletter has ended. */
  private async wait(ms: number): Promise<void> {
    for (let waited = 0; waited < ms && !this.isOver; waited += 100) await pause(Math.min(100, ms - waited));
  }
}
