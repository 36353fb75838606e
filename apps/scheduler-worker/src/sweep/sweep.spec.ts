import { Logger } from '@almanac/platform';
import { Sweep } from './sweep';

const logger = Logger.create({ service: 'test', level: 'silent' });
const HOUR = 3_600_000;

/** A piece of work whose runs end when the test says so. */
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

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Sweep', () => {
  it('works at once when it starts and when it is rung', async () => {
    let runs = 0;
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work: async () => void (runs += 1) });
    sweep.start();
    await turn();
    sweep.ring();
    await sweep.stop();
    expect(runs).toBe(2);
  });

  it('never runs beside itself, and once more when rung meanwhile', async () => {
    const { work, finish, runs } = gated();
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work });
    sweep.ring();
    sweep.ring();
    sweep.ring();
    expect(runs()).toBe(1);
    finish();
    await turn();
    expect(runs()).toBe(2);
    finish();
    await turn();
    expect(runs()).toBe(2);
    await sweep.stop();
  });

  it('goes on after a failure', async () => {
    let runs = 0;
    const work = async (): Promise<void> => {
      runs += 1;
      throw new Error('this time');
    };
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work });
    sweep.ring();
    await turn();
    sweep.ring();
    await sweep.stop();
    expect(runs).toBe(2);
  });

  it('lets the present run end when it is stopped, and begins none after', async () => {
    const { work, finish, runs } = gated();
    const sweep = new Sweep({ name: 'test', intervalMs: HOUR, logger, work });
    sweep.ring();
    sweep.ring();
    const stopped = sweep.stop();
    finish();
    await stopped;
    sweep.ring();
    expect(runs()).toBe(1);
  });
});
