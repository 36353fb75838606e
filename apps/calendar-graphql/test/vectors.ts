import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One case made with independent engines. */
export interface Vector {
  id: string;
  timeZone: string;
  startTimestamp: string;
  endTimestamp: string;
  recurrenceInput: string | null;
  exceptions: string | null;
  windowFrom: string;
  windowTo: string;
  viewZone: string;
  expected: { utcStart: string; utcEnd: string; start: string; end: string }[];
}

/** The library proves itself on the same files. */
const VECTORS = join(__dirname, '../../../libs/recurrence/test/vectors');

function read(file: string): Vector[] {
  return JSON.parse(readFileSync(join(VECTORS, file), 'utf8'));
}

/** Series and their occurrences, made with independent engines. */
export const vectors = [...read('recurrence-150.json'), ...read('recurrence-rfc5545-examples.json')];
