import { nextAttemptInMs, retryAfterMs, retryScheduleMs } from './retry-schedule';

const hour = 3_600_000;

describe('nextAttemptInMs', () => {
  it('follows the schedule and ends after its last attempt', () => {
    const pauses = retryScheduleMs.map((_, attempts) => nextAttemptInMs(attempts + 1, undefined, 0.5));
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * hour);
    expect(pauses).toEqual([5_000, 300_000, 1_800_000, ...hours, undefined]);
  });

  it('strays from it by a fifth at most', () => {
    expect(nextAttemptInMs(1, undefined, 0)).toBe(4_000);
    expect(nextAttemptInMs(1, undefined, 1)).toBe(6_000);
  });

  it('does as the receiver asks, between a second and a day', () => {
    expect(nextAttemptInMs(1, 90_000, 0.1)).toBe(90_000);
    expect(nextAttemptInMs(1, 0, 0.1)).toBe(1_000);
    expect(nextAttemptInMs(1, 1e12, 0.1)).toBe(24 * hour);
    expect(nextAttemptInMs(retryScheduleMs.length, 1_000, 0.1)).toBeUndefined();
  });
});

describe('retryAfterMs', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it('reads seconds and dates', () => {
    expect(retryAfterMs('120', now)).toBe(120_000);
    expect(retryAfterMs(['7'], now)).toBe(7_000);
    expect(retryAfterMs('Thu, 01 Jan 2026 00:01:00 GMT', now)).toBe(60_000);
  });

  it('takes no notice of anything else', () => {
    for (const text of [undefined, '', 'soon']) expect(retryAfterMs(text, now)).toBeUndefined();
  });
});
