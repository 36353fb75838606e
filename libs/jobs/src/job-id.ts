import { InternalServerError } from '@almanac/errors';
import type { JobName } from './jobs';

/**
 * The id of a job, the same whenever and wherever the same work is announced, so that announcing it twice adds nothing.
 * BullMQ refuses ids with `:`; the parts are joined by `_`.
 * @throws InternalServerError when a part is empty or holds a character outside [A-Za-z0-9.-]
 */
export function jobId(name: JobName, ...parts: (string | number)[]): string {
  const wrong = parts.find((part) => !/^[A-Za-z0-9.-]+$/.test(String(part)));
  if (wrong !== undefined) throw new InternalServerError(`A job id of ${name} cannot hold "${wrong}".`);
  return [name, ...parts].join('_');
}
