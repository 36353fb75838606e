import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/ports';
import type { History } from '../history';
import type { SeededRandom } from '../random';
import { databaseFaults, redisFaults } from './engine-faults';
import { longFaults } from './long-faults';
import { type Fault, stand } from './strike';
import { workerFaults } from './worker-faults';

export interface NemesisOptions {
  /** Kinds of faults; all but the long ones when empty. */
  only: readonly string[];
  /** Least and most milliseconds between the end of one fault and the next. */
  gapMs: readonly [number, number];
}

/** Does harm to a cluster, in an order and at moments that follow from the seed, and heals each before the next. */
export class Nemesis {
  private readonly faults: Fault[];

  constructor(
    private readonly cluster: Cluster,
    private readonly history: History,
    private readonly random: SeededRandom,
    private readonly options: NemesisOptions,
  ) {
    this.faults = this.chosen();
  }

  /** Strikes until the given time; what is begun before it is healed after it. */
  async run(until: number): Promise<void> {
    const [least, most] = this.options.gapMs;
    while (Date.now() < until) {
      await pause(this.random.between(least, most));
      const fault = this.random.pick(this.faults);
      const from = Date.now();
      const { target, isOutage } = await fault.strike();
      this.history.write({ type: 'fault', kind: fault.kind, target, isOutage, from, to: Date.now() });
    }
  }

  private chosen(): Fault[] {
    const { cluster, random } = this;
    const { only } = this.options;
    const short = [
      { kind: 'quiet', strike: () => stand(random).then(() => ({ target: 'nobody', isOutage: false })) },
      ...workerFaults(cluster, random),
      ...databaseFaults(cluster, random),
      ...(cluster.redis ? redisFaults(cluster.redis, random) : []),
    ];
    if (only.length === 0) return short;
    const all = [...short, ...longFaults(cluster, random)];
    const named = all.filter(({ kind }) => only.includes(kind));
    if (named.length < only.length) throw new Error(`Kinds here: ${all.map(({ kind }) => kind).join(', ')}.`);
    return named;
  }
}
