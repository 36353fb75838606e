import { pause } from './cluster/ports';
import { type KnownPost, type PostClient, Refused } from './clients/post-client';
import type { History, Operation } from './history';
import type { SeededRandom } from './random';

/** This share of the posts is withdrawn or moved right when it falls due. */
const raceShare = 0.25;
/** How near to the due moment such a race is run. */
const raceWithinMs = 400;
const spreadMs = 3_000;

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
  ) {}

  /** Schedules `rate` posts a second until the given time. */
  async run(until: number, rate: number): Promise<void> {
    while (Date.now() < until) {
      this.start(this.life());
      await pause(1_000 / rate);
    }
  }

  /** When every post has had its say. */
  async finished(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private start(work: Promise<void>): void {
    const tracked = work.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  private async life(): Promise<void> {
    this.count += 1;
    const { random } = this;
    const dueAt = wholeSecondFrom(Date.now() + this.client.noticeMs + random.next() * spreadMs);
    const race =
      random.next() < raceShare
        ? random.pick(['unschedule', 'unschedule', 'delete', 'reschedule'] as const)
        : undefined;
    const raceAt = dueAt + (random.next() * 2 - 1) * raceWithinMs;
    const title = `Post ${this.count}`;
    const post = await this.attempt('schedule', { dueAt }, undefined, () =>
      this.client.schedule(title, new Date(dueAt)),
    );
    if (!post || !race) return;
    await pause(Math.max(0, raceAt - Date.now()));
    if (race === 'reschedule') {
      const later = wholeSecondFrom(Date.now() + this.client.noticeMs);
      await this.attempt(race, { dueAt: later }, post, () => this.client.reschedule(post, new Date(later)));
    } else if (race === 'unschedule') {
      await this.attempt(race, {}, post, () => this.client.unschedule(post));
    } else {
      await this.attempt(race, {}, post, () => this.client.delete(post));
    }
  }

  /** Does it and writes down how it ended. A schedule whose answer was lost leaves no id to ask for, and no promise. */
  private async attempt<T>(
    operation: Operation,
    due: { dueAt?: number },
    post: KnownPost | undefined,
    act: () => Promise<T>,
  ): Promise<T | undefined> {
    const sentAt = Date.now();
    const note = (outcome: 'ok' | 'refused' | 'unknown', postId: string): void =>
      this.history.write({ type: 'operation', operation, outcome, postId, ...due, sentAt, at: Date.now() });
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
