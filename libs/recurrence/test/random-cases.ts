/** Mutation testing runs the suites once for each mutant, so a property gets fewer cases there. */
const SHARE = process.env.MUTATION_AREA === undefined ? 1 : 0.2;

/** How many random cases a property is tested with. */
export function randomCases(count: number): number {
  return Math.ceil(count * SHARE);
}

/** How many random cases have to meet a condition; none where there are few cases. */
export function leastCases(count: number): number {
  return SHARE === 1 ? count : 0;
}
