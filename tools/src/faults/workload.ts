import { pause } from './cluster/ports';
import { type KnownPost, type PostClient, RefusedError } from './clients/post-client';
import type { History, Operation } from './history';
import type { SeededRandom } from './random';

/** The load that clients create. */
export interface WorkloadShape {
  /** Posts scheduled per second. */
  rate: number;
  /** Due times are spread over this time after the minimum notice. */
  spreadMs: number;
  /** Share of the posts that are unscheduled, moved or edited around their due time. */
  raceShare: number;
  /** Number of posts that are all due in one second, instead of a steady rate. */
  burst?: number;
}

/** Maximum distance of a race from the due time. */
const RACE_WITHIN_MS = 400;
const races = ['unschedule', 'unschedule', 'reschedule', 'edit', 'delete'] as const;

/** Concurrent clients that schedule a burst, and the time between scheduling and the due time. */
const BURST_CLIENTS = 8;
const BURST_NOTICE_MS = 45_000;

/** Dates of posts have whole seconds. */
const wholeSecondFrom = (ms: number): number => Math.ceil(ms / 1_000) * 1_000;

/** Clients that schedule posts at a steady rate and change some of them around their due time. */
export class Workload {
  private readonly running = new Set<Promise<void>>();
  private count = 0;

  constructor(
    private readonly client: PostClient,
    private readonly history: History,
    private readonly random: SeededRandom,
    private readonly shape: WorkloadShape,
  ) {}

  /** Schedules posts until the given time. */
  async run(until: number): Promise<void> {
    const { burst, rate, spreadMs } = this.shape;
    if (burst) return this.runBurst(burst);
    // A delayed start is made up for, so the rate holds on a busy machine.
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

  private start(work: Promise<void>): void {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

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

  /** Runs an operation and records its outcome. A schedule without a response has no id, so the checker expects nothing of it. */
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
