import type { Cluster } from './cluster/cluster';
import { pause } from './cluster/ports';
import type { RedisServer } from './cluster/redis-server';
import type { Service } from './cluster/service';
import type { History } from './history';
import type { SeededRandom } from './random';
import type { TcpProxy } from './tcp-proxy';

/** Whom a fault hit, and whether nobody could publish meanwhile. */
interface Struck {
  target: string;
  isOutage: boolean;
}

interface Fault {
  kind: string;
  /** Does harm, waits, heals. */
  strike(): Promise<Struck>;
}

/** Longest time one harm is left standing. */
const longestMs = 4_000;

/** Everything that publishes is away. */
const blackoutMs = 120_000;
/** Longer than any lock, lease or time limit of the product. */
const freezeMs = 35_000;
const redisAwayMs = 300_000;

/** Does harm to a cluster, in an order and at moments that follow from the seed, and heals each before the next. */
export class Nemesis {
  constructor(
    private readonly cluster: Cluster,
    private readonly history: History,
    private readonly random: SeededRandom,
    private readonly only: readonly string[],
  ) {}

  /** Strikes until the given time; what is begun before it is healed after it. */
  async run(until: number): Promise<void> {
    const faults = this.only.length === 0 ? this.faults() : this.named([...this.faults(), ...this.longFaults()]);
    while (Date.now() < until) {
      await pause(this.random.between(100, 900));
      const fault = this.random.pick(faults);
      const from = Date.now();
      const { target, isOutage } = await fault.strike();
      this.history.write({ type: 'fault', kind: fault.kind, target, isOutage, from, to: Date.now() });
    }
  }

  private faults(): Fault[] {
    const { workers, proxies } = this.cluster;
    const alone = workers.length === 1;
    const anyWorker = (): Service => this.random.pick(workers);
    return [
      { kind: 'quiet', strike: () => this.stand('nobody', false) },
      { kind: 'kill-worker', strike: () => this.kill([anyWorker()], alone) },
      { kind: 'kill-all-workers', strike: () => this.kill(workers, true) },
      { kind: 'pause-worker', strike: () => this.pauseWorker(anyWorker(), alone) },
      { kind: 'shift-clock', strike: () => this.shiftClock(anyWorker()) },
      { kind: 'cut-connections', strike: () => this.cut(this.random.pick(proxies)) },
      { kind: 'restart-postgres', strike: () => this.restartPostgres() },
      ...(this.cluster.redis ? this.redisFaults(this.cluster.redis) : []),
    ];
  }

  private named(faults: Fault[]): Fault[] {
    const named = faults.filter(({ kind }) => this.only.includes(kind));
    if (named.length < this.only.length) throw new Error(`Kinds: ${faults.map(({ kind }) => kind).join(', ')}.`);
    return named;
  }

  /** Worse than a short run has time for: only when asked for by name. */
  private longFaults(): Fault[] {
    const { workers, redis } = this.cluster;
    const blackout = (): Promise<Struck> => this.kill(workers, true, blackoutMs);
    const freeze = (): Promise<Struck> => this.pauseWorker(this.random.pick(workers), workers.length === 1, freezeMs);
    const awayFor = async (server: RedisServer): Promise<Struck> => {
      await server.kill();
      await pause(redisAwayMs);
      await server.restart();
      return { target: 'redis', isOutage: false };
    };
    return [
      { kind: 'blackout', strike: blackout },
      { kind: 'freeze-worker', strike: freeze },
      ...(redis ? [{ kind: 'redis-away', strike: () => awayFor(redis) }] : []),
    ];
  }

  private redisFaults(redis: RedisServer): Fault[] {
    const flush = async (): Promise<Struck> => {
      await redis.flushAll();
      return { target: 'redis', isOutage: false };
    };
    const kill = async (): Promise<Struck> => {
      await redis.kill();
      const result = await this.stand('redis', false);
      await redis.restart();
      return result;
    };
    return [
      { kind: 'flush-redis', strike: flush },
      { kind: 'kill-redis', strike: kill },
    ];
  }

  private async restartPostgres(): Promise<Struck> {
    await this.cluster.postgres.restartImmediately();
    return { target: 'postgres', isOutage: true };
  }

  private async cut(proxy: TcpProxy): Promise<Struck> {
    proxy.cut();
    return { target: `port ${proxy.port}`, isOutage: false };
  }

  private async stand(target: string, isOutage: boolean, ms = this.random.between(300, longestMs)): Promise<Struck> {
    await pause(ms);
    return { target, isOutage };
  }

  private async kill(victims: Service[], isOutage: boolean, ms?: number): Promise<Struck> {
    for (const worker of victims) worker.signal('SIGKILL');
    const result = await this.stand(victims.map(({ name }) => name).join(', '), isOutage, ms);
    for (const worker of victims) worker.spawn();
    // The time a lone worker takes to come up counts as lateness, not as outage.
    return result;
  }

  /** Posts fall due on whole seconds: frozen just then, a worker is likely to hold a transaction open. */
  private async pauseWorker(worker: Service, isOutage: boolean, ms?: number): Promise<Struck> {
    await pause(1_000 - (Date.now() % 1_000) + this.random.between(0, 60));
    worker.signal('SIGSTOP');
    const result = await this.stand(worker.name, isOutage, ms);
    worker.signal('SIGCONT');
    return result;
  }

  private async shiftClock(worker: Service): Promise<Struck> {
    const tenMinutes = 600_000;
    const setting = this.random.pick([
      { offsetMs: tenMinutes },
      { offsetMs: -tenMinutes },
      { offsetMs: this.random.between(-tenMinutes, tenMinutes) },
      { offsetMs: 0, frozenAt: Date.now() },
    ]);
    this.cluster.setClock(worker, setting);
    const result = await this.stand(`${worker.name} ${JSON.stringify(setting)}`, false);
    this.cluster.setClock(worker, { offsetMs: 0 });
    return result;
  }
}
