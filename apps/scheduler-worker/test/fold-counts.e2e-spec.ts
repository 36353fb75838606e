import { addMember } from '@almanac/testing';
import { startWorker, until, type WorkerUnderTest } from './scheduler-worker';

describe('folding counts', () => {
  let worker: WorkerUnderTest;
  beforeAll(async () => {
    worker = await startWorker('postgres');
  });
  afterAll(() => worker.close());

  it('replaces the rows of several statements by their sum', async () => {
    for (let number = 0; number < 3; number++) await addMember(worker.publishing.manager);
    const rows = (): Promise<{ n: string; is_folded: boolean }[]> =>
      worker.publishing.query(`select n, is_folded from publishing.kept_counts where owner_type = 'members'`);
    await until(async () => (await rows()).every(({ is_folded: isFolded }) => isFolded));
    expect(await rows()).toEqual([{ n: '3', is_folded: true }]);
  });
});
