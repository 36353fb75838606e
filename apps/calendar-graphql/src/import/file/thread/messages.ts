import { type CalendarFile } from '../file-event';
import { type ReadOptions } from '../read-calendar-file';

/** The job of a thread, passed at its start. After that, each message requests the next part of the file. */
export interface ReadJob {
  bytes: Uint8Array;
  options: ReadOptions;
}

/** A part of the components of a file. */
export type FilePart = Pick<CalendarFile, 'events' | 'skipped'>;

/** The result of the thread: a file without its components, and then the components in parts; the last part is empty. */
export type ReadMessage =
  { kind: 'file'; file: CalendarFile } | { kind: 'part'; part: FilePart } | { kind: 'invalid'; message: string };
