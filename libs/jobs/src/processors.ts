import { InternalServerError } from '@almanac/errors';
import { type JobName, type PayloadOf, jobNames } from './jobs';

/** What a processor learns about the run besides the payload. */
export interface JobRun {
  id: string;
  /** 1 for the first try. */
  attempt: number;
  /** No try follows this one. */
  isLastAttempt: boolean;
}

/** The one place where a kind of job is done. */
export interface JobProcessor<Name extends JobName = JobName> {
  readonly job: Name;
  process(payload: PayloadOf<Name>, run: JobRun): Promise<void>;
}

/** Any processor, whatever its payload; the registry hands each one payloads read for its own job. */
export type AnyProcessor = { [Name in JobName]: JobProcessor<Name> }[JobName];

/**
 * Looks at the processors once, at boot, so that a job nobody does is found before it waits in a queue for ever.
 * @returns the processors by job
 * @throws InternalServerError naming jobs without a processor and jobs with several
 */
export function registerProcessors(processors: readonly AnyProcessor[]): Map<JobName, AnyProcessor> {
  const missing = jobNames.filter((name) => !processors.some((processor) => processor.job === name));
  const twice = jobNames.filter((name) => processors.filter((processor) => processor.job === name).length > 1);
  if (missing.length > 0 || twice.length > 0) {
    throw new InternalServerError('Every job needs exactly one processor.', {
      context: `Without one: ${missing.join(', ') || 'none'}. With several: ${twice.join(', ') || 'none'}.`,
    });
  }
  return new Map(processors.map((processor) => [processor.job, processor]));
}
