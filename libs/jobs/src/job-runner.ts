import { InternalServerError } from '@almanac/errors';
import { type JobName, type PayloadOf, jobNames } from './jobs';
import type { TracedPayload } from './payloads';
import { readPayload } from './read-payload';

/** Does the work of one kind of job. */
export interface JobProcessor<Name extends JobName = JobName> {
  readonly job: Name;
  /** @returns the result {@link RunAgain} if it is too early for the work; the job then runs again later */
  process(payload: PayloadOf<Name>): Promise<RunAgain | void>;
}

/** The result of a job that ran too early. */
export interface RunAgain {
  afterMs: number;
}

/** The processor of any job. */
export type AnyProcessor = { [Name in JobName]: JobProcessor<Name> }[JobName];

/** Surrounds each job and receives its outcome, for traces, logs and metrics. */
export interface JobObserver {
  completed(name: JobName): void;
  failed(name: JobName, id: string, error: Error): void;
  /** Must call `work`, for example inside a span that continues the trace of the payload. */
  run(name: JobName, payload: TracedPayload, work: () => Promise<void>): Promise<void>;
}

/** Runs jobs from a queue, and jobs that this process runs without a queue. */
export class JobRunner {
  private readonly processors: ReadonlyMap<JobName, AnyProcessor>;

  /** @throws InternalServerError unless every job has exactly one processor */
  constructor(
    processors: readonly AnyProcessor[],
    private readonly observer: JobObserver,
  ) {
    this.processors = byJob(processors);
  }

  /**
   * Runs one job.
   * @param data the payload, not yet validated
   * @returns the result of the processor
   * @throws UnrecoverableError when the payload is invalid, else the error of the processor
   */
  async run(name: JobName, id: string, data: unknown): Promise<RunAgain | void> {
    let result: RunAgain | void = undefined;
    try {
      const payload = readPayload(name, data);
      // The processor of `name` takes the payload class of `name`, which the type of the map cannot express.
      const processor = this.processors.get(name) as { process(payload: object): Promise<RunAgain | void> };
      await this.observer.run(name, payload, async () => {
        result = await processor.process(payload);
      });
    } catch (error) {
      this.observer.failed(name, id, error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
    this.observer.completed(name);
    return result;
  }
}

/** @throws InternalServerError naming the jobs without a processor and the jobs with several */
function byJob(processors: readonly AnyProcessor[]): Map<JobName, AnyProcessor> {
  const missing = jobNames.filter((name) => !processors.some((processor) => processor.job === name));
  const duplicate = jobNames.filter((name) => processors.filter((processor) => processor.job === name).length > 1);
  if (missing.length > 0 || duplicate.length > 0) {
    throw new InternalServerError('Every job needs exactly one processor.', {
      context: `Without one: ${missing.join(', ') || 'none'}. With several: ${duplicate.join(', ') || 'none'}.`,
    });
  }
  return new Map(processors.map((processor) => [processor.job, processor]));
}
