import { assertNoCriticalHeader, assertTokenTimes } from './token-rules';

const now = new Date('2026-05-01T12:00:00Z');
const SECONDS = now.getTime() / 1000;
const check = (claims: object, maxLifetimeSeconds?: number) => (): void =>
  assertTokenTimes(claims, { now, maxLifetimeSeconds });

describe('assertTokenTimes', () => {
  it.each([
    [{ iat: SECONDS }, 'exp required'],
    [{ iat: SECONDS, exp: '1' }, 'exp required'],
    [{ exp: SECONDS }, 'iat required'],
    [{ exp: SECONDS, iat: '1' }, 'iat required'],
    [{ exp: SECONDS + 600, iat: SECONDS + 61 }, 'iat is in the future'],
  ])('rejects the claims %j: %s', (claims, message) => {
    expect(check(claims)).toThrow(new Error(message));
  });

  it('accepts a clock that is 60 seconds ahead', () => {
    expect(check({ exp: SECONDS + 600, iat: SECONDS + 60 })).not.toThrow();
  });

  it('limits the lifetime when a limit is given', () => {
    const claims = { iat: SECONDS, exp: SECONDS + 301 };
    expect(check(claims)).not.toThrow();
    expect(check(claims, 301)).not.toThrow();
    expect(check(claims, 300)).toThrow(new Error('exp must be at most 300 seconds after iat'));
  });
});

describe('assertNoCriticalHeader', () => {
  it('rejects a header with crit', () => {
    expect(() => assertNoCriticalHeader({ alg: 'RS512' })).not.toThrow();
    expect(() => assertNoCriticalHeader({ alg: 'RS512', crit: ['x'] })).toThrow(new Error('crit is not supported'));
  });
});
