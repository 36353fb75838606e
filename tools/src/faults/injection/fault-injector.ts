import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/polling';
import type { History } from '../history';
import type { SeededRandom } from '../random';
import { databaseFaults, redisFaults } from './engine-faults';
import { longFaults } from './long-faults';
import { FaultContext, type Fault, type Span } from './fault';
import { workerFaults } from './worker-faults';

export interface InjectionOptions {
  /** The kinds of faults to inject. If empty: all kinds, except those of {@link longFaults}. */
  only: readonly string[];
  /** The minimum and maximum time between two faults, in milliseconds. */
  gapMs: Span;
  /** The minimum and maximum duration of a fault, in milliseconds. */
  holdMs: Span;
}

/** Injects faults into a cluster, one after the other. `random` determines their kinds, targets and times. */
export class FaultInjector {
  private readonly faults: Fault[];

  constructor(
    private readonly cluster: Cluster,
    private readonly history: History,
    private readonly random: SeededRandom,
    private readonly options: InjectionOptions,
  ) {
    this.faults = this.selectFaults();
  }

  /** Injects faults until a time in milliseconds since 1970. The last fault ends after this time. */
  async run(until: number): Promise<void> {
    while (Date.now() < until) {
      await pause(this.random.between(...this.options.gapMs));
      const fault = this.random.pick(this.faults);
      const from = Date.now();
      const { target, isOutage } = await fault.inject();
      this.history.write({ type: 'fault', kind: fault.kind, target, isOutage, from, to: Date.now() });
    }
  }

  private selectFaults(): Fault[] {
    const { redis } = this.cluster;
    const { only, holdMs } = this.options;
    const context = new FaultContext(this.cluster, this.random, holdMs);
    const short = [
      { kind: 'quiet', inject: () => context.hold().then(() => ({ target: 'none', isOutage: false })) },
      ...workerFaults(context),
      ...databaseFaults(context),
      ...(redis ? redisFaults(redis, context) : []),
    ];
    if (only.length === 0) return short;
    const all = [...short, ...longFaults(context)];
    const named = all.filter(({ kind }) => only.includes(kind));
    if (named.length < only.length)
      throw new Error(`Unknown kind of fault. The kinds are: ${all.map(({ kind }) => kind).join(', ')}.`);
    return named;
  }
}
