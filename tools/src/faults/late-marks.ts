import { existsSync, readFileSync } from 'node:fs';
import type { History } from './history';

interface LogLine {
  action?: string;
  lateIds?: string[];
}

/** Writes the posts that the log of a worker names as published late into the history. */
export function writeLateMarks(logFile: string, history: History): void {
  if (!existsSync(logFile)) return;
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    // A kill may have truncated a line.
    if (!line.startsWith('{') || !line.endsWith('}') || !line.includes('"lateIds"')) continue;
    const { action, lateIds = [] }: LogLine = JSON.parse(line);
    if (action === 'publish') for (const postId of lateIds) history.write({ type: 'marked-late', postId });
  }
}
