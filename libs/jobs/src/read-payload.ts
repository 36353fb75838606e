import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { UnrecoverableError } from 'bullmq';
import { type JobDefinition, type JobName, type PayloadOf, jobs } from './jobs';

/**
 * Validates the payload of a job.
 * @throws UnrecoverableError naming the job and the invalid properties, because a retry cannot succeed
 */
export function readPayload<Name extends JobName>(name: Name, data: unknown): PayloadOf<Name> {
  const definition: JobDefinition = jobs[name];
  const payload = plainToInstance(definition.payload, data ?? {});
  const failures = validateSync(payload, { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false });
  if (failures.length > 0 || Array.isArray(payload)) {
    const properties = failures.map((failure) => failure.property).join(', ');
    throw new UnrecoverableError(`The payload of a ${name} job is not valid: ${properties}`);
  }
  return payload as PayloadOf<Name>;
}
