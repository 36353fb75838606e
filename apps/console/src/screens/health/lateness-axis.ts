/** The time that the plot shows, and the time of one bar. */
export const SPAN_MS = 6 * 3_600_000;
const STEP_MS = 5 * 60_000;
/** The width of the plot in units of the SVG. */
export const WIDTH = 720;
/** A bar fills 70 % of its step; the rest is the gap to the next one. */
export const BAR_WIDTH = (WIDTH / (SPAN_MS / STEP_MS)) * 0.7;

/**
 * The left edge of a bar. The first and the last bar are moved so that they are inside the plot: their steps can begin before it or
 * end after it.
 * @param at the start of the step in ISO 8601
 * @param end the end of the plot, in milliseconds since 1970
 */
export function leftOf(at: string, end: number): number {
  const left = WIDTH - ((end - Date.parse(at)) / SPAN_MS) * WIDTH;
  return Math.min(Math.max(0, left), WIDTH - BAR_WIDTH);
}
