import { DISABLE_AFTER_MS, nextAttemptInMs, parseRetryAfter } from './retry-schedule';

const HOUR = 3_600_000;

describe('nextAttemptInMs', () => {
  it('follows the schedule and ends after its last attempt', () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((attempts) => nextAttemptInMs(attempts, undefined, 0.5));
    const hours = [2, 5, 10, 14, 20, 24].map((count) => count * HOUR);
    expect(pauses).toEqual([5_000, 300_000, 1_800_000, ...hours, undefined]);
  });

  it('deviates from it by at most a fifth', () => {
    expect(nextAttemptInMs(1, undefined, 0)).toBe(4_000);
    expect(nextAttemptInMs(1, undefined, 1)).toBe(6_000);
  });

  it('follows Retry-After between a second and a day', () => {
    expect(nextAttemptInMs(1, 90_000, 0.1)).toBe(90_000);
    expect(nextAttemptInMs(1, 0, 0.1)).toBe(1_000);
    expect(nextAttemptInMs(1, 1e12, 0.1)).toBe(24 * HOUR);
    expect(nextAttemptInMs(10, 1_000, 0.1)).toBeUndefined();
  });

  it('shortens only the first two pauses for Retry-After: 1', () => {
    const pauses = [1, 2, 3, 4, 5].map((attempts) => nextAttemptInMs(attempts, 1_000, 0.5));
    expect(pauses).toEqual([1_000, 1_000, 1_800_000, 2 * HOUR, 5 * HOUR]);
    expect(nextAttemptInMs(3, 3 * HOUR, 0.5)).toBe(3 * HOUR);
  });
});

describe('DISABLE_AFTER_MS', () => {
  it('is five days', () => {
    expect(DISABLE_AFTER_MS).toBe(5 * 24 * HOUR);
  });
});

describe('parseRetryAfter', () => {
  const now = new Date('2026-01-01T00:00:00Z');

  it('reads seconds', () => {
    expect(parseRetryAfter('120', now)).toBe(120_000);
    expect(parseRetryAfter(['7'], now)).toBe(7_000);
  });

  it.each(['Thu, 01 Jan 2026 00:01:00 GMT', 'Thursday, 01-Jan-26 00:01:00 GMT', 'Thu Jan  1 00:01:00 2026'])(
    'reads the date %s',
    (text) => {
      expect(parseRetryAfter(text, now)).toBe(60_000);
    },
  );

  it('ignores any other value', () => {
    const invalid = [undefined, '', 'soon', '-5', '1.5', '2026-01-01', 'Thu, nonsense'];
    for (const text of invalid) expect(parseRetryAfter(text, now)).toBeUndefined();
  });
});
