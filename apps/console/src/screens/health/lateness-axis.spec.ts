import { BAR_WIDTH, leftOf, SPAN_MS, WIDTH } from './lateness-axis.ts';

describe('a bar of the lateness', () => {
  const end = Date.parse('2026-11-24T09:00:10Z');

  it('is at the start of its step', () => {
    expect(leftOf(new Date(end - SPAN_MS / 2).toISOString(), end)).toBe(WIDTH / 2);
  });

  it('is inside the plot if its step has begun before the plot, or has just begun', () => {
    expect(leftOf('2026-11-24T03:00:00Z', end)).toBe(0);
    expect(leftOf('2026-11-24T09:00:00Z', end)).toBe(WIDTH - BAR_WIDTH);
  });
});
