/**
 * Megabytes of V8's young generation. Its default of 16 costs an idle service some 20 MB of memory that most of them do not
 * need; the Content API answers faster with it. What 32 pages of the calendar make at once needs more: where it does not fit, V8
 * sees that it outlives collections, makes the answers of all later requests in the old generation, too, and the
 * collections of that hold requests up.
 */
const SEMI_SPACE = { 'calendar-graphql': 32, 'content-api': 16 };
const SMALL_SEMI_SPACE = 4;

/**
 * How much memory a service's process may use for what; the Dockerfile says the same. With V8's default limit of the old
 * generation it lets garbage grow to four times what is in use before it collects it.
 * @param {string} service the name of its folder under `apps`
 * @returns {string[]} options of `node`
 */
export function heapOptions(service) {
  return [`--max-semi-space-size=${SEMI_SPACE[service] ?? SMALL_SEMI_SPACE}`, '--max-old-space-size=1792'];
}
