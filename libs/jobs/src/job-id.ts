import { InternalServerError } from '@almanac/errors';
import type { JobName } from './jobs';

/**
 * The deterministic id of a job: its name and key joined by `_`, because BullMQ rejects ids with `:`.
 * @throws InternalServerError when a part of the key is empty or contains a character outside [A-Za-z0-9.-]
 */
export function jobId(name: JobName, ...key: (string | number)[]): string {
  const invalid = key.find((part) => !/^[A-Za-z0-9.-]+$/.test(String(part)));
  if (invalid !== undefined) throw new InternalServerError(`The id of a ${name} job cannot contain "${invalid}".`);
  return [name, ...key].join('_');
}
