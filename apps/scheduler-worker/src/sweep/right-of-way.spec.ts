import { RightOfWay } from './right-of-way';

/** Whether a promise is settled once everything that can happen now has happened. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol();
  const turn = new Promise((resolve) => setImmediate(() => resolve(pending)));
  return (await Promise.race([promise, turn])) !== pending;
}

describe('RightOfWay', () => {
  it('holds nobody up while nothing is urgent', async () => {
    expect(await isSettled(new RightOfWay().give())).toBe(true);
  });

  it('lets others wait until what is urgent has ended, well or badly', async () => {
    const rightOfWay = new RightOfWay();
    let fail = (_error: Error): void => undefined;
    const rush = rightOfWay.take(() => new Promise((_resolve, reject) => (fail = reject)));
    const given = rightOfWay.give();
    expect(await isSettled(given)).toBe(false);
    fail(new Error('the database went away'));
    await expect(rush).rejects.toThrow('the database went away');
    expect(await isSettled(given)).toBe(true);
    expect(await isSettled(rightOfWay.give())).toBe(true);
  });

  it('lets others go on when what is urgent has no end', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      const rightOfWay = new RightOfWay();
      void rightOfWay.take(() => new Promise(() => undefined));
      const given = rightOfWay.give();
      jest.advanceTimersByTime(1_000);
      expect(await isSettled(given)).toBe(false);
      jest.advanceTimersByTime(1_000);
      expect(await isSettled(given)).toBe(true);
    } finally {
      jest.useRealTimers();
    }
  });
});
