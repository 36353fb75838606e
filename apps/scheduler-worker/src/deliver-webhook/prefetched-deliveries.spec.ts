import type { ClaimedDelivery } from './claim-deliveries';
import { PrefetchedDeliveries } from './prefetched-deliveries';

const deliveries = Array.from({ length: 100 }, (_, index): ClaimedDelivery => ({
  id: String(index),
  outboxEventId: String(index),
  event: 'tag.added',
  attemptCount: 0,
  attemptsSinceReplay: 0,
  replayRequestedAt: null,
  isTest: false,
  requestId: null,
}));

describe('PrefetchedDeliveries', () => {
  it('returns all deliveries in order, and loads the bodies of at most 40 before they are needed', () => {
    let loaded = 0;
    const prefetched = new PrefetchedDeliveries(deliveries, () => {
      loaded += 1;
      return Promise.resolve(undefined);
    });
    expect(loaded).toBe(20);
    const returned: string[] = [];
    for (let next = prefetched.next(); next; next = prefetched.next()) {
      returned.push(next.delivery.id);
      const ahead = loaded - returned.length;
      expect(ahead).toBeLessThan(40);
      if (loaded < deliveries.length) expect(ahead).toBeGreaterThanOrEqual(20);
      expect(prefetched.remaining()).toEqual(deliveries.slice(returned.length));
    }
    expect(returned).toEqual(deliveries.map(({ id }) => id));
  });

  it('passes on the failure of a load, also if it happens before the delivery is returned', async () => {
    const prefetched = new PrefetchedDeliveries(deliveries.slice(0, 2), () => Promise.reject(new Error('down')));
    await new Promise((resolve) => setImmediate(resolve));
    await expect(prefetched.next()?.body).rejects.toThrow('down');
  });
});
