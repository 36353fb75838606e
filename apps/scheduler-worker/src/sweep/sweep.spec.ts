import { Logger } from '@almanac/platform';
import { Sweep } from './sweep';

const logger = Logger.create({ service: 'test', level: 'silent' });
const HOUR = 3_600_000;

/** Work whose runs end when the test calls `finish`. */
function gated(): { work: () => Promise<void>; finish: () => void; runs: () => number } {
  let runs = 0;
  let finish = (): void => undefined;
  return {
    work: () => {
      runs += 1;
      return new Promise((resolve) => (finish = resolve));
    },
    finish: () => finish(),
    runs: () => runs,
  };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Sweep', () => {
  it('runs when it starts and when it is triggered', async () => {
    let runs = 0;
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work: async () => void (runs += 1) });
    sweep.start();
    await nextTurn();
    sweep.trigger();
    await sweep.stop();
    expect(runs).toBe(2);
  });

  it('never runs twice at a time, and runs once more after triggers during a run', async () => {
    const { work, finish, runs } = gated();
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work });
    sweep.trigger();
    sweep.trigger();
    sweep.trigger();
    expect(runs()).toBe(1);
    finish();
    await nextTurn();
    expect(runs()).toBe(2);
    finish();
    await nextTurn();
    expect(runs()).toBe(2);
    await sweep.stop();
  });

  it('runs again after a failure', async () => {
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      throw new Error('connection lost');
    };
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work });
    sweep.trigger();
    await nextTurn();
    sweep.trigger();
    await sweep.stop();
    expect(runs).toBe(2);
  });

  it('lets the current run end when it is stopped, and starts no further one', async () => {
    const { work, finish, runs } = gated();
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work });
    sweep.trigger();
    sweep.trigger();
    const stopped = sweep.stop();
    finish();
    await stopped;
    sweep.trigger();
    expect(runs()).toBe(1);
  });
});
