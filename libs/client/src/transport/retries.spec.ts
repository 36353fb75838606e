import { isRepeatable, retryDelayMs } from './retries.ts';

const unavailable = (headers?: Record<string, string>): Response => new Response(null, { status: 503, headers });

describe('isRepeatable', () => {
  it.each([
    ['GET', {}, true],
    ['POST', {}, false],
    ['POST', { 'idempotency-key': 'one' }, true],
    ['DELETE', { 'idempotency-key': 'one' }, false],
  ])('is, for %s with the headers %j, %s', (method, headers, expected) => {
    expect(isRepeatable(new Request('http://x.example', { method, headers }))).toBe(expected);
  });
});

describe('retryDelayMs', () => {
  it.each([undefined, unavailable()])('doubles with each attempt, up to 10 s', (response) => {
    for (const [attempts, least, most] of [
      [1, 250, 313],
      [3, 1_000, 1_250],
      [7, 10_000, 10_000],
      [40, 10_000, 10_000],
    ] as const) {
      const delay = retryDelayMs(attempts, response);
      expect(delay).toBeGreaterThanOrEqual(least);
      expect(delay).toBeLessThanOrEqual(most);
    }
  });

  it('is that of `Retry-After`, and there is no retry after more than 10 s', () => {
    expect(retryDelayMs(1, unavailable({ 'retry-after': '10' }))).toBe(10_000);
    expect(retryDelayMs(1, unavailable({ 'retry-after': '11' }))).toBeUndefined();
  });
});
