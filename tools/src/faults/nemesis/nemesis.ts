import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/ports';
import type { History } from '../history';
import type { SeededRandom } from '../random';
import { databaseFaults, redisFaults } from './engine-faults';
import { longFaults } from './long-faults';
import { Battlefield, type Fault, type Span } from './strike';
import { workerFaults } from './worker-faults';

export interface NemesisOptions {
  /** Kinds of faults; all but the long ones when empty. */
  only: readonly string[];
  /** Least and most milliseconds between the end of one fault and the next. */
  gapMs: Span;
  /** How long a harm is left standing. */
  standMs: Span;
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
    while (Date.now() < until) {
      await pause(this.random.between(...this.options.gapMs));
      const fault = this.random.pick(this.faults);
      const from = Date.now();
      const { target, isOutage } = await fault.strike();
      this.history.write({ type: 'fault', kind: fault.kind, target, isOutage, from, to: Date.now() });
    }
  }

  private chosen(): Fault[] {
    const { redis } = this.cluster;
    const { only, standMs } = this.options;
    const field = new Battlefield(this.cluster, this.random, standMs);
    const short = [
      { kind: 'quiet', strike: () => field.stand().then(() => ({ target: 'nobody', isOutage: false })) },
      ...workerFaults(field),
      ...databaseFaults(field),
      ...(redis ? redisFaults(redis, field) : []),
    ];
    if (only.length === 0) return short;
    const all = [...short, ...longFaults(field)];
    const named = all.filter(({ kind }) => only.includes(kind));
    if (named.length < only.length) throw new Error(`Kinds here: ${all.map(({ kind }) => kind).join(', ')}.`);
    return named;
  }
}
