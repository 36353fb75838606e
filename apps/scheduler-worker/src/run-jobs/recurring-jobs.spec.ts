import { RecurringJobs } from './recurring-jobs';

const MINUTE_MS = 60_000;

describe('RecurringJobs', () => {
  let isEngineUp = true;
  let started: string[] = [];
  beforeEach(() => {
    jest.useFakeTimers();
    isEngineUp = true;
    started = [];
  });
  afterEach(() => jest.useRealTimers());

  /** Schedules every minute for some minutes; hours take too long for a real engine. */
  async function passMinutes(jobs: RecurringJobs, minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute += 1) {
      jest.advanceTimersByTime(MINUTE_MS);
      await jobs.schedule();
    }
  }

  const create = (): RecurringJobs =>
    new RecurringJobs(
      { schedule: () => (isEngineUp ? Promise.resolve() : Promise.reject(new Error('The engine is down.'))) },
      { start: (job) => void started.push(job) },
    );

  it('run in the worker once per interval while the engine is down', async () => {
    const jobs = create();
    isEngineUp = false;
    await passMinutes(jobs, 59);
    expect(started).toEqual([]);
    await passMinutes(jobs, 24 * 60 - 59);
    expect(started.filter((job) => job === 'remove-expired')).toHaveLength(24);
    expect(started.filter((job) => job === 'extend-occurrences')).toHaveLength(1);
  });

  it('do not run in the worker during a short outage, however long the worker has run', async () => {
    const jobs = create();
    await passMinutes(jobs, 25 * 60);
    isEngineUp = false;
    await passMinutes(jobs, 59);
    expect(started).toEqual([]);
  });
});
