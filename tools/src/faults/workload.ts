import { pause } from './cluster/ports';
import { type KnownPost, type PostClient, Refused } from './clients/post-client';
import type { History, Operation } from './history';
import type { SeededRandom } from './random';

/** What clients do. */
export interface WorkloadShape {
  /** Posts scheduled a second. */
  rate: number;
  /** A post falls due between the least notice that is accepted and so much later. */
  spreadMs: number;
  /** This share of the posts is withdrawn, moved or edited right when it falls due. */
  raceShare: number;
  /** So many posts that all fall due in one second, in place of a steady rate. */
  burst?: number;
}

/** How near to the due moment a race is run. */
const RACE_WITHIN_MS = 400;
const races = ['unschedule', 'unschedule', 'reschedule', 'edit', 'delete'] as const;

/** Clients that write a burst side by side, and the time they get for it before it falls due. */
const BURST_LANES = 8;
const BURST_NOTICE_MS = 45_000;

/** Dates of posts have whole seconds. */
const wholeSecondFrom = (ms: number): number => Math.ceil(ms / 1_000) * 1_000;

/** Clients that schedule posts at a steady rate and change their minds about some of them at the last moment. */
export class Workload {
  private readonly running = new Set<Promise<void>>();
  private count = 0;

  constructor(
    private readonly client: PostClient,
    private readonly history: History,
    private readonly random: SeededRandom,
    private readonly shape: WorkloadShape,
  ) {}

  /** Schedules until the given time. */
  async run(until: number): Promise<void> {
    const { burst, rate, spreadMs } = this.shape;
    if (burst) return this.runBurst(burst);
    // What came late is made up for: on a busy machine the rate is the rate still.
    for (let next = Date.now(); next < until; next += 1_000 / rate) {
      await pause(Math.max(0, next - Date.now()));
      this.start(this.life(wholeSecondFrom(Date.now() + this.client.noticeMs + this.random.next() * spreadMs)));
    }
  }

  /** When every post has had its say. */
  async finished(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async runBurst(posts: number): Promise<void> {
    const dueAt = wholeSecondFrom(Date.now() + BURST_NOTICE_MS);
    const lane = async (): Promise<void> => {
      while (this.count < posts) await this.life(dueAt);
    };
    await Promise.all(Array.from({ length: BURST_LANES }, lane));
    await pause(dueAt - Date.now());
  }

  private start(work: Promise<void>): void {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  private async life(dueAt: number): Promise<void> {
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

  /** Does it and writes down how it ended. A schedule whose answer was lost leaves no id to ask for, and no promise. */
  private async attempt<T>(
    operation: Operation,
    asked: { dueAt?: number; title?: string },
    post: KnownPost | undefined,
    act: () => Promise<T>,
  ): Promise<T | undefined> {
    const sentAt = Date.now();
    const note = (outcome: 'ok' | 'refused' | 'unknown', postId: string): void =>
      this.history.write({ type: 'operation', operation, outcome, postId, ...asked, sentAt, at: Date.now() });
    try {
      const result = await act();
      const created = result as KnownPost | undefined;
      note('ok', post?.id ?? created?.id ?? '');
      return result;
    } catch (error) {
      note(error instanceof Refused ? 'refused' : 'unknown', post?.id ?? '');
      return undefined;
    }
  }
}
