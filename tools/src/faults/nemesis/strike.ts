import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/ports';
import type { SeededRandom } from '../random';

/** Whom a fault hit, and whether nobody could publish meanwhile. */
export interface Struck {
  target: string;
  isOutage: boolean;
}

/** A kind of harm. */
export interface Fault {
  kind: string;
  /** Does harm, waits, heals. */
  strike(): Promise<Struck>;
}

/** Least and most milliseconds. */
export type Span = readonly [number, number];

/** What is harmed, by which dice, and how long a harm is left standing. */
export class Battlefield {
  constructor(
    readonly cluster: Cluster,
    readonly random: SeededRandom,
    private readonly standMs: Span,
  ) {}

  /** Lets a harm stand for a while. */
  stand(): Promise<void> {
    return pause(this.random.between(...this.standMs));
  }
}
