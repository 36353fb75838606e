import { existsSync, readFileSync } from 'node:fs';
import type { History } from './history';

/** The fields of a log line that name late posts. */
interface LogLine {
  action?: string;
  lateIds?: string[];
}

/** Writes into the history which posts the log of a worker names as published late. */
export function writeLateMarks(logFile: string, history: History): void {
  if (!existsSync(logFile)) return;
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    // A kill of the worker can truncate a line.
    if (!line.startsWith('{') || !line.endsWith('}') || !line.includes('"lateIds"')) continue;
    const { action, lateIds = [] }: LogLine = JSON.parse(line);
    if (action === 'publish') for (const postId of lateIds) history.write({ type: 'marked-late', postId });
  }
}
