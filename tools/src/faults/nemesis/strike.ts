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

/** Longest time one harm is left standing in a short run. */
const longestMs = 4_000;

/** Lets a harm stand for a while. */
export async function stand(random: SeededRandom, ms = random.between(300, longestMs)): Promise<void> {
  await pause(ms);
}
