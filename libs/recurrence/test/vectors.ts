import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expand, findZone, formatInZone, formatUtc, parseTimestamp, readSeries } from '../src/index';

export interface ExpectedOccurrence {
  utcStart: string;
  utcEnd: string;
  start: string;
  end: string;
}

export interface RecurrenceVector {
  id: string;
  tags: string[];
  timeZone: string;
  startTimestamp: string;
  endTimestamp: string;
  recurrenceInput: string | null;
  exceptions: string | null;
  windowFrom: string;
  windowTo: string;
  viewZone: string;
  expected: ExpectedOccurrence[];
}

/** The test data beside this file; `recurrence-150` and `recurrence-rfc5545-examples` come from independent engines. */
export function readVectors<T>(name: string): T[] {
  return JSON.parse(readFileSync(join(__dirname, 'vectors', `${name}.json`), 'utf8')) as T[];
}

/** The occurrences of a vector's series in its window, in the vector's form. */
export function occurrencesOf(vector: RecurrenceVector): ExpectedOccurrence[] {
  const series = readSeries({
    timeZone: vector.timeZone,
    start: vector.startTimestamp,
    end: vector.endTimestamp,
    recurrence: vector.recurrenceInput,
  });
  const zone = findZone(vector.viewZone) ?? series.zone;
  const window = { from: parseTimestamp(vector.windowFrom), to: parseTimestamp(vector.windowTo) };
  return expand(series, window).map(({ start, end }) => ({
    utcStart: formatUtc(start),
    utcEnd: formatUtc(end),
    start: formatInZone(zone, start),
    end: formatInZone(zone, end),
  }));
}
