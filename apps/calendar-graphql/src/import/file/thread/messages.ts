import { type CalendarFile } from '../file-event';
import { type ReadOptions } from '../read-calendar-file';

/** The first message to a thread. Each further message requests the next part of the file. */
export interface ReadJob {
  bytes: Uint8Array;
  options: ReadOptions;
}

/** A part of the events and skipped components of a file. */
export type FilePart = Pick<CalendarFile, 'events' | 'skipped'>;

/**
 * The messages from a thread: first `file`, the file without its components, and then the components in parts, of which the last one is
 * empty. For a file that is not a valid calendar, only `invalid` with the error message.
 */
export type ReadMessage =
  { kind: 'file'; file: CalendarFile } | { kind: 'part'; part: FilePart } | { kind: 'invalid'; message: string };
