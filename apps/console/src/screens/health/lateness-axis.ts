/** The period that the plot shows. */
export const SPAN_MS = 6 * 3_600_000;
/** The period of one bar. */
const STEP_MS = 5 * 60_000;
/** The width of the plot in units of the SVG. */
export const WIDTH = 720;
/** The width of a bar in units of the SVG. It is 70 % of the width of the period, so that there is a gap to the next bar. */
export const BAR_WIDTH = (WIDTH / (SPAN_MS / STEP_MS)) * 0.7;

/**
 * The left edge of a bar in units of the SVG. The period of the first bar can begin before the plot, and that of the last bar can end
 * after it. These two bars are moved into the plot, where they can overlap their neighbours.
 * @param at the start of the period of the bar in ISO 8601
 * @param end the end of the plot, in milliseconds since 1970
 */
export function leftOf(at: string, end: number): number {
  const left = WIDTH - ((end - Date.parse(at)) / SPAN_MS) * WIDTH;
  return Math.min(Math.max(0, left), WIDTH - BAR_WIDTH);
}
