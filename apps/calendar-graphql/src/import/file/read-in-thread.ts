import { InternalServerError, ValidationError } from '@almanac/errors';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type CalendarFile } from './file-event';
import { type ReadOptions } from './read-calendar-file';
import { type ReadJob, type ReadMessage } from './thread/messages';

const THREAD_FILE = join(__dirname, 'thread', 'main.js');
/** A file of the maximum size takes about a second, and several seconds on a busy machine. */
const TIMEOUT_MS = 20_000;
const MAX_HEAP_MEGABYTES = 512;

function tooExpensive(): ValidationError {
  return new ValidationError('The file takes too much time or memory to read: import it in parts.', {
    property: 'ics',
  });
}

/** The error to report when a thread failed. */
function failureOf(error: unknown): Error {
  const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? tooExpensive() : new InternalServerError('The file could not be read.', { cause: error });
}

/** Receives a file in parts from the thread, so that other requests run between two parts. */
class FileReceiver {
  private file?: CalendarFile;

  constructor(private readonly worker: Worker) {}

  /**
   * Adds a message of the thread. Returns the complete file after the last (empty) part; otherwise requests the next part and returns
   * undefined.
   */
  receive(message: Exclude<ReadMessage, { kind: 'invalid' }>): CalendarFile | undefined {
    if (message.kind === 'file') {
      this.file = message.file;
    } else {
      const { events, skipped } = message.part;
      if (events.length + skipped.length === 0) return this.file;
      this.file?.events.push(...events);
      this.file?.skipped.push(...skipped);
    }
    setImmediate(() => this.worker.postMessage('next'));
    return undefined;
  }
}

/**
 * Reads an iCalendar file in a thread of its own, within limits of time and memory. In the main thread, a large file would block
 * other requests.
 * @throws ValidationError when the file is no valid calendar, or exceeds the limit of time or memory
 * @throws InternalServerError when the thread fails
 */
export function readInThread(bytes: Uint8Array, options: ReadOptions): Promise<CalendarFile> {
  return new Promise((resolve, reject) => {
    const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MEGABYTES };
    const worker = new Worker(THREAD_FILE, { resourceLimits, env: {} });
    const receiver = new FileReceiver(worker);
    const settle = (finish: () => void): void => {
      clearTimeout(timer);
      finish();
      void worker.terminate();
    };
    const fail = (error: unknown): void => settle(() => reject(failureOf(error)));
    const timer = setTimeout(() => settle(() => reject(tooExpensive())), TIMEOUT_MS);
    worker.on('message', (message: ReadMessage) => {
      if (message.kind === 'invalid') {
        settle(() => reject(new ValidationError(message.message, { property: 'ics' })));
        return;
      }
      const file = receiver.receive(message);
      if (file) settle(() => resolve(file));
    });
    worker.on('messageerror', fail);
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`The thread ended with code ${code}.`)));
    const job: ReadJob = { bytes, options };
    worker.postMessage(job);
  });
}
