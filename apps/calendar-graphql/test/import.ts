import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ImportReport } from '../src/generated/schema-types';
import { type GraphqlResponse, type TestCalendar } from './calendar';

const IMPORT = `mutation ($ics: String!, $timeZone: TimeZone, $includePrivate: Boolean) {
  importEvents(ics: $ics, timeZone: $timeZone, includePrivate: $includePrivate) {
    created updated unchanged skipped
    components { line component uid recurrenceId title result reason warnings eventId }
    ignored { name count }
  }
}`;

/** An export written after the documented form of a program. */
export function exportOf(program: 'google' | 'outlook' | 'apple' | 'nextcloud'): string {
  return readFileSync(join(__dirname, 'files', `${program}.ics`), 'utf8');
}

/** A calendar with these lines. */
export function calendarOf(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** A VEVENT with these lines. */
export function vevent(...lines: string[]): string {
  return ['BEGIN:VEVENT', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
}

export interface ImportVariables {
  timeZone?: string;
  includePrivate?: boolean;
}

/** Sends a file with `importEvents`. */
export function sendImport(
  calendar: TestCalendar,
  hash: string | undefined,
  ics: string,
  variables: ImportVariables = {},
): Promise<GraphqlResponse<{ importEvents: ImportReport }>> {
  return calendar.send(IMPORT, { ics, ...variables }, { hash });
}

/** Imports a file, which must be accepted. */
export async function importFile(
  calendar: TestCalendar,
  hash: string,
  ics: string,
  variables: ImportVariables = {},
): Promise<ImportReport> {
  const { data, errors } = await sendImport(calendar, hash, ics, variables);
  if (!data) throw new Error(`Refused: ${JSON.stringify(errors)}`);
  return data.importEvents;
}
