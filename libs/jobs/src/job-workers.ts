import { DelayedError, type IQueueBackend, type Job, Worker } from 'bullmq';
import type { JobRunner } from './job-runner';
import { type JobName, jobNames, jobs } from './jobs';
import { type QueueBackend, responds, type SharedConnection, waitUntilClosed } from './queue-backend';

type JobWorker = Worker<object, void, string, IQueueBackend, object, SharedConnection>;

/** Takes jobs from all queues and runs them in this process. */
export class JobWorkers {
  private readonly workers: JobWorker[];

  /** @param onError receives connection errors; BullMQ reconnects by itself */
  constructor(
    private readonly backend: QueueBackend,
    runner: JobRunner,
    onError: (error: Error) => void,
  ) {
    this.workers = jobNames.map((name) => startWorker(backend, name, runner).on('error', onError));
  }

  /** Takes no new job and waits until the running ones have ended. Does not wait for them while the engine does not respond. */
  async close(): Promise<void> {
    // While the engine does not respond, `worker.close(false)` never ends.
    const isForced = !(await responds(this.backend));
    await waitUntilClosed(this.backend, Promise.all(this.workers.map((worker) => worker.close(isForced))));
  }
}

function startWorker(backend: QueueBackend, name: JobName, runner: JobRunner): JobWorker {
  return new Worker<object, void, string, IQueueBackend, object, SharedConnection>(
    name,
    async (job: Job, token?: string) => {
      const runAgain = await runner.run(name, job.id ?? '', job.data);
      if (!runAgain) return;
      await job.moveToDelayed(Date.now() + runAgain.afterMs, token);
      // With this error, BullMQ keeps the job in its new state: the job has neither completed nor failed.
      throw new DelayedError();
    },
    {
      connection: 'shared',
      concurrency: jobs[name].concurrency,
      // In ms. The jobs of a killed worker stay locked this long. Meanwhile the sweeps of other workers find the work in PostgreSQL.
      lockDuration: 30_000,
      // In ms. BullMQ searches for jobs of killed workers at this interval.
      stalledInterval: 15_000,
      // A job stalls when its worker is killed. BullMQ fails a job that stalled more often than this; its default is 1.
      maxStalledCount: 1_000,
    },
    backend.createBackend,
  );
}
