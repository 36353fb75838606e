import { ValidationError } from '@almanac/errors';
import { parentPort } from 'node:worker_threads';
import { type CalendarFile } from '../file-event';
import { readCalendarFile } from '../read-calendar-file';
import { type FilePart, type ReadJob, type ReadMessage } from './messages';

// The entry file of a worker thread, which reads one iCalendar file.

/** The maximum number of events, and of skipped components, in one message. The main thread receives them in a few milliseconds. */
const COMPONENTS_PER_PART = 250;

/** Reads a file. Returns a string if it is not valid: the message of the error. */
function read({ bytes, options }: ReadJob): CalendarFile | string {
  try {
    return readCalendarFile(bytes, options);
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return error.message;
  }
}

function partOf({ events, skipped }: CalendarFile, index: number): FilePart {
  const [from, to] = [index * COMPONENTS_PER_PART, (index + 1) * COMPONENTS_PER_PART];
  return { events: events.slice(from, to), skipped: skipped.slice(from, to) };
}

const send = (message: ReadMessage): void => parentPort?.postMessage(message);

parentPort?.once('message', (job: ReadJob) => {
  const file = read(job);
  if (typeof file === 'string') {
    send({ kind: 'invalid', message: file });
    return;
  }
  let index = 0;
  // Each further message requests the next part.
  parentPort?.on('message', () => send({ kind: 'part', part: partOf(file, index++) }));
  send({ kind: 'file', file: { ...file, events: [], skipped: [] } });
});
