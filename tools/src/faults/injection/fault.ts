import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/polling';
import type { SeededRandom } from '../random';

/** The target of an injected fault, and whether no worker could publish during it. */
export interface InjectedFault {
  target: string;
  isOutage: boolean;
}

/** A kind of fault. */
export interface Fault {
  kind: string;
  /** Injects the fault, waits for its duration, and ends it. */
  inject(): Promise<InjectedFault>;
}

/** A minimum and a maximum in milliseconds. */
export type Span = readonly [number, number];

/** What kinds of faults need: the cluster, random numbers, and the duration of faults. */
export class FaultContext {
  constructor(
    readonly cluster: Cluster,
    readonly random: SeededRandom,
    private readonly holdMs: Span,
  ) {}

  /** Waits for a random time in the range of the duration of faults. */
  hold(): Promise<void> {
    return pause(this.random.between(...this.holdMs));
  }
}
