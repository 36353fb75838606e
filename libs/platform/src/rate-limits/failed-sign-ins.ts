import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** The address, or its IPv6 /64 network: one customer usually has all addresses of a /64. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0');
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':');
}

/** Counts failed attempts to sign in, by IPv4 address or IPv6 /64 network, in this process. For pages with one password for all users. */
export class FailedSignIns {
  private readonly limiter: RateLimiterMemory;

  constructor({ maxFailures, durationSeconds }: { maxFailures: number; durationSeconds: number }) {
    this.limiter = new RateLimiterMemory({ points: maxFailures, duration: durationSeconds });
  }

  /** Seconds until the next attempt is allowed; 0 if it is allowed now. */
  async secondsToWait(address: string): Promise<number> {
    const state = await this.limiter.get(networkOf(address));
    return !state || state.remainingPoints > 0 ? 0 : Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  }

  /** Counts one failed attempt. */
  async count(address: string): Promise<void> {
    await this.limiter.penalty(networkOf(address));
  }
}
