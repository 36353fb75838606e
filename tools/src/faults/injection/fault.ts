import type { Cluster } from '../cluster/cluster';
import { pause } from '../cluster/ports';
import type { SeededRandom } from '../random';

/** The target of an injected fault, and whether no worker could publish during it. */
export interface InjectedFault {
  target: string;
  isOutage: boolean;
}

/** A kind of fault. */
export interface Fault {
  kind: string;
  /** Injects the fault, waits and heals it. */
  inject(): Promise<InjectedFault>;
}

/** Minimum and maximum milliseconds. */
export type Span = readonly [number, number];

/** The cluster, the random numbers and the duration of faults. */
export class FaultContext {
  constructor(
    readonly cluster: Cluster,
    readonly random: SeededRandom,
    private readonly holdMs: Span,
  ) {}

  /** Waits for the duration of a fault. */
  hold(): Promise<void> {
    return pause(this.random.between(...this.holdMs));
  }
}
