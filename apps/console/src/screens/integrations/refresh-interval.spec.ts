import { refreshIntervalOf } from './refresh-interval.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');

const delivery = (status: string, attempts: number, nextInMs: number) => ({
  status,
  attempt_count: attempts,
  next_attempt_at: new Date(NOW + nextInMs).toISOString(),
});

describe('the interval at which deliveries are refetched', () => {
  it('is false without a pending delivery', () => {
    expect(refreshIntervalOf([], NOW)).toBe(false);
    expect(refreshIntervalOf([{ status: 'delivered', attempt_count: 1, next_attempt_at: null }], NOW)).toBe(false);
  });

  it('is short for a delivery without an attempt, and for one that is due', () => {
    expect(refreshIntervalOf([delivery('pending', 0, 600_000)], NOW)).toBe(2_000);
    expect(refreshIntervalOf([delivery('pending', 2, -500)], NOW)).toBe(2_000);
  });

  it('follows the next attempt of all, up to 30 seconds', () => {
    expect(refreshIntervalOf([delivery('pending', 3, 12_000), delivery('pending', 1, 50_000)], NOW)).toBe(12_000);
    expect(refreshIntervalOf([delivery('pending', 5, 3_600_000)], NOW)).toBe(30_000);
  });
});
