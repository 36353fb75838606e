import { PriorityGate } from './priority-gate';

/** Whether a promise is settled after all pending callbacks have run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  const nextTurn = new Promise((resolve) => setImmediate(() => resolve(pending)));
  return (await Promise.race([promise, nextTurn])) !== pending;
}

describe('PriorityGate', () => {
  it('does not wait while nothing is published', async () => {
    expect(await isSettled(new PriorityGate().yieldToPublishing())).toBe(true);
  });

  it('waits until the publishing work has ended, also by a failure', async () => {
    const gate = new PriorityGate();
    let fail = (_error: Error): void => undefined;
    const publishing = gate.runPublishing(() => new Promise((_resolve, reject) => (fail = reject)));
    const relay = gate.yieldToPublishing();
    expect(await isSettled(relay)).toBe(false);
    fail(new Error('connection lost'));
    await expect(publishing).rejects.toThrow('connection lost');
    expect(await isSettled(relay)).toBe(true);
    expect(await isSettled(gate.yieldToPublishing())).toBe(true);
  });

  it('stops waiting after two seconds when the publishing work does not end', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const gate = new PriorityGate();
      void gate.runPublishing(() => new Promise(() => undefined));
      const relay = gate.yieldToPublishing();
      jest.advanceTimersByTime(1_999);
      expect(await isSettled(relay)).toBe(false);
      jest.advanceTimersByTime(1);
      expect(await isSettled(relay)).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});
