import { existsSync, readFileSync } from 'node:fs';
import type { History } from './history';

interface LogLine {
  action?: string;
  lateIds?: string[];
}

/** Writes into the history which posts a worker's log marks as published late. */
export function writeLateMarks(logFile: string, history: History): void {
  if (!existsSync(logFile)) return;
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    // What a kill cut off is no line of JSON.
    if (!line.startsWith('{') || !line.endsWith('}') || !line.includes('"lateIds"')) continue;
    const { action, lateIds = [] }: LogLine = JSON.parse(line);
    if (action === 'publish') for (const postId of lateIds) history.write({ type: 'marked-late', postId });
  }
}
