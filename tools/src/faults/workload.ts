import { pause } from './cluster/polling';
import { type KnownPost, type PostClient, RefusedError } from './clients/post-client';
import type { History, Operation } from './history';
import type { SeededRandom } from './random';

/** The load that clients create. */
export interface WorkloadShape {
  /** The number of posts that are scheduled per second. */
  rate: number;
  /** Due times are random times in a range of this length, which begins with the earliest possible due time. */
  spreadMs: number;
  /** The share of posts, from 0 to 1, that are unscheduled, rescheduled, edited or deleted around their due time. */
  raceShare: number;
  /** The number of posts that are due at one time, instead of a steady rate. */
  burst?: number;
}

/** The maximum time from the due time of a post to its change, before or after. */
const RACE_WITHIN_MS = 400;
/** The kinds of changes; `unschedule` is twice as frequent as the others. */
const races = ['unschedule', 'unschedule', 'reschedule', 'edit', 'delete'] as const;

/** The number of clients that schedule a burst at the same time, and the time from the start of scheduling to the due time. */
const BURST_CLIENTS = 8;
const BURST_NOTICE_MS = 45_000;

/** The next whole second, because dates of posts are whole seconds. */
const wholeSecondFrom = (ms: number): number => Math.ceil(ms / 1_000) * 1_000;

/** Clients that schedule posts, and change some of them around their due time. They write each outcome into the history. */
export class Workload {
  private readonly running = new Set<Promise<void>>();
  private count = 0;

  constructor(
    private readonly client: PostClient,
    private readonly history: History,
    private readonly random: SeededRandom,
    private readonly shape: WorkloadShape,
  ) {}

  /** Schedules posts until a time in milliseconds since 1970, or until the burst is due. */
  async run(until: number): Promise<void> {
    const { burst, rate, spreadMs } = this.shape;
    if (burst) return this.runBurst(burst);
    // Start times are planned. On a busy machine, the loop catches up with them, so the average rate is as required.
    for (let next = Date.now(); next < until; next += 1_000 / rate) {
      await pause(Math.max(0, next - Date.now()));
      this.start(this.runPost(wholeSecondFrom(Date.now() + this.client.noticeMs + this.random.next() * spreadMs)));
    }
  }

  /** Resolves when all started operations have ended. */
  async finished(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async runBurst(posts: number): Promise<void> {
    const dueAt = wholeSecondFrom(Date.now() + BURST_NOTICE_MS);
    const runClient = async (): Promise<void> => {
      while (this.count < posts) await this.runPost(dueAt);
    };
    await Promise.all(Array.from({ length: BURST_CLIENTS }, runClient));
    await pause(dueAt - Date.now());
  }

  /** Adds work for which `finished` waits. */
  private start(work: Promise<void>): void {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  /** Schedules a post and, for the share `raceShare`, changes it around its due time. */
  private async runPost(dueAt: number): Promise<void> {
    this.count += 1;
    const { client, random } = this;
    const race = random.next() < this.shape.raceShare ? random.pick(races) : undefined;
    const raceAt = dueAt + (random.next() * 2 - 1) * RACE_WITHIN_MS;
    const title = `Post ${this.count}`;
    const post = await this.attempt('schedule', { dueAt, title }, undefined, () =>
      client.schedule(title, new Date(dueAt)),
    );
    if (!post || !race) return;
    await pause(Math.max(0, raceAt - Date.now()));
    if (race === 'reschedule') {
      const later = wholeSecondFrom(Date.now() + client.noticeMs);
      await this.attempt(race, { dueAt: later }, post, () => client.reschedule(post, new Date(later)));
    } else if (race === 'edit') {
      const edited = `${title}, edited`;
      await this.attempt(race, { title: edited }, post, () => client.edit(post, edited));
    } else {
      await this.attempt(race, {}, post, () => client[race](post));
    }
  }

  /** Runs an operation and writes its outcome into the history. A schedule without a response has no post id, so the checker ignores it. */
  private async attempt<T>(
    operation: Operation,
    requested: { dueAt?: number; title?: string },
    post: KnownPost | undefined,
    act: () => Promise<T>,
  ): Promise<T | undefined> {
    const sentAt = Date.now();
    const record = (outcome: 'ok' | 'refused' | 'unknown', postId: string): void =>
      this.history.write({ type: 'operation', operation, outcome, postId, ...requested, sentAt, at: Date.now() });
    try {
      const result = await act();
      const created = result as KnownPost | undefined;
      record('ok', post?.id ?? created?.id ?? '');
      return result;
    } catch (error) {
      record(error instanceof RefusedError ? 'refused' : 'unknown', post?.id ?? '');
      return undefined;
    }
  }
}
