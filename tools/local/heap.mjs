/**
 * Megabytes of V8's young generation, where they are not its default. What many requests or deliveries make at once has to fit into
 * it: otherwise V8 sees that it outlives collections, makes the answers of all later requests in the old generation, too,
 * and the collections of that hold requests up. Thirty-two pages of the calendar need more; what staff ask for needs less,
 * which saves an idle service some 20 MB.
 */
const YOUNG_GENERATION = { 'admin-api': 4, 'calendar-graphql': 32 };
const DEFAULT_YOUNG_GENERATION = 16;

/**
 * How much memory a service's process may use for what; the Dockerfile says the same. With V8's default limit of the old
 * generation it lets garbage grow to four times what is in use before it collects it.
 * @param {string} service the name of its folder under `apps`
 * @returns {string[]} options of `node`
 */
export function heapOptions(service) {
  return [
    `--max-semi-space-size=${YOUNG_GENERATION[service] ?? DEFAULT_YOUNG_GENERATION}`,
    '--max-old-space-size=1792',
  ];
}
