import { type IQueueBackend, type Job, Worker } from 'bullmq';
import { type JobName, jobNames, jobs } from './jobs';
import type { AnyProcessor } from './processors';
import { isReachable, type QueueBackend, type SharedConnection, whenClosed } from './queue-backend';
import type { TracedPayload } from './payloads';
import { readPayload } from './read-payload';

type JobWorker = Worker<object, void, string, IQueueBackend, object, SharedConnection>;

/** What a worker tells the log and the metrics. */
export interface JobObserver {
  completed(name: JobName, durationMs: number): void;
  failed(name: JobName, id: string | undefined, error: Error): void;
  error(error: Error): void;
  /** Runs the work of a job, e.g. inside a span that continues the trace of its payload. */
  run(name: JobName, payload: TracedPayload, work: () => Promise<void>): Promise<void>;
}

/** The consuming side of all queues in this process. */
export class JobWorkers {
  private readonly workers: JobWorker[];

  constructor(
    private readonly backend: QueueBackend,
    processors: Map<JobName, AnyProcessor>,
    observer: JobObserver,
  ) {
    this.workers = jobNames.flatMap((name) => {
      const processor = processors.get(name);
      return processor ? [startWorker(backend, name, processor, observer)] : [];
    });
  }

  /** Takes no new job and waits until the running ones have ended. */
  async close(): Promise<void> {
    // Connections that try to reach the engine would try for ever.
    const isForced = !isReachable(this.backend);
    await whenClosed(this.backend, Promise.all(this.workers.map((worker) => worker.close(isForced))));
  }
}

/** Hands a payload to the processor of its own job; the table of jobs keeps the two together. */
async function run(processor: AnyProcessor, name: JobName, job: Job, observer: JobObserver): Promise<void> {
  const payload = readPayload(name, job.data);
  const attempt = job.attemptsMade + 1;
  const process = processor.process.bind(processor) as (given: object, run: object) => Promise<void>;
  const current = { id: job.id ?? '', attempt, isLastAttempt: attempt >= (job.opts.attempts ?? 1) };
  await observer.run(name, payload, () => process(payload, current));
}

function startWorker(backend: QueueBackend, name: JobName, processor: AnyProcessor, observer: JobObserver): JobWorker {
  const worker: JobWorker = new Worker<object, void, string, IQueueBackend, object, SharedConnection>(
    name,
    (job) => run(processor, name, job, observer),
    {
      connection: 'shared',
      concurrency: jobs[name].concurrency,
      // A worker that died holds its jobs this long; what they were for is in the database and swept meanwhile.
      lockDuration: 30_000,
      stalledInterval: 15_000,
      maxStalledCount: 1_000,
    },
    backend.createBackend,
  );
  worker.on('completed', (job) => observer.completed(name, (job.finishedOn ?? 0) - (job.processedOn ?? 0)));
  worker.on('failed', (job, error) => observer.failed(name, job?.id, error));
  worker.on('error', (error) => observer.error(error));
  return worker;
}
