import { findZone } from '../zones/zone-catalogue';
import type { Zone } from '../zones/zone';
import { parseDateValue } from './date-values';
import { RecurrenceError } from './recurrence-error';
import type { DateValue, Recurrence } from './rule';
import { checkRule } from './rule-checks';
import { parseRuleParts } from './rule-parts';

/** In characters. */
const MAX_LENGTH = 20_000;
/** The maximum number of values of all EXDATE lines together, and of all RDATE lines together. */
const MAX_DATES = 1_000;
/** A line break within a content line (RFC 5545 §3.1). */
const FOLD = /\r?\n[ \t]/g;
const LINE_END = /\r?\n/;
/** A control character other than tab and line ends. */
const CONTROL = /[^\P{Cc}\t\r\n]/u;
const PRINTABLE = /^[ -~]*$/;
/** A content line of RFC 5545 §3.1: name, parameters, value. */
const PROPERTY = /^([A-Za-z-]+)((?:;[^:";]*(?:"[^"]*")?)*):(.*)$/;
const PARAMETER = /^(TZID|VALUE)=(?:"([^"]*)"|([^",;:]*))$/i;

/**
 * Parses the recurrence of an event: one RRULE line (`RRULE:` can be missing) and any number of EXDATE and RDATE lines.
 * @returns null for null, undefined and blank strings: the event does not recur
 * @throws RecurrenceError for every other line, every wrong value (RFC 5545 §3.3.10, §3.8.5), and if a limit is exceeded
 */
export function parseRecurrence(text: string | null | undefined): Recurrence | null {
  if (text === null || text === undefined) return null;
  if (text.length > MAX_LENGTH) {
    throw new RecurrenceError(`A recurrence has at most ${MAX_LENGTH} characters.`);
  }
  const lines = contentLines(text);
  if (lines.length === 0) return null;
  const read = lines.map(readLine);
  const rules = read.filter((line) => line.property === 'RRULE');
  const [ruleLine] = rules;
  if (!ruleLine || rules.length > 1) throw new RecurrenceError('A recurrence has exactly one RRULE.');
  const rule = parseRuleParts(ruleLine.value);
  checkRule(rule);
  return { text: lines.join('\n'), rule, exceptions: dates(read, 'EXDATE'), additions: dates(read, 'RDATE') };
}

interface ContentLine {
  property: string;
  parameters: string;
  value: string;
}

function contentLines(text: string): string[] {
  if (CONTROL.test(text)) throw new RecurrenceError('A recurrence must not contain control characters.');
  const lines = text
    .replace(FOLD, '')
    .split(LINE_END)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (!lines.every((line) => PRINTABLE.test(line))) {
    throw new RecurrenceError('A recurrence consists of printable ASCII characters.');
  }
  return lines;
}

function readLine(line: string): ContentLine {
  if (!line.includes(':')) return { property: 'RRULE', parameters: '', value: line };
  const [, written = '', parameters = '', value = ''] = PROPERTY.exec(line) ?? [];
  const property = written.toUpperCase();
  if (!['RRULE', 'EXDATE', 'RDATE'].includes(property)) {
    throw new RecurrenceError('A recurrence consists of RRULE, EXDATE and RDATE lines.');
  }
  if (property === 'RRULE' && parameters !== '') throw new RecurrenceError('RRULE takes no parameters.');
  return { property, parameters, value };
}

function dates(lines: ContentLine[], property: 'EXDATE' | 'RDATE'): DateValue[] {
  const found = lines.filter((line) => line.property === property).flatMap(readDates);
  if (found.length > MAX_DATES) throw new RecurrenceError(`${property} takes at most ${MAX_DATES} values.`);
  return found;
}

function readDates({ property, parameters, value }: ContentLine): DateValue[] {
  const { type, zone } = readParameters(property, parameters);
  return value.split(',').map((item) => {
    const date = parseDateValue(item, property);
    if (type !== undefined && (type === 'DATE') !== (date.kind === 'date')) {
      throw new RecurrenceError(`${property};VALUE=${type} has a value of another type.`);
    }
    if (zone === undefined) return date;
    // RFC 5545 §3.2.19: TZID MUST NOT be applied to dates and to times in UTC.
    if (date.kind !== 'local') throw new RecurrenceError(`${property};TZID takes local times only.`);
    return { ...date, zone };
  });
}

function readParameters(property: string, text: string): { type?: 'DATE' | 'DATE-TIME'; zone?: Zone } {
  const found = new Map<string, string>();
  for (const parameter of text === '' ? [] : text.slice(1).split(';')) {
    const [, written = '', quoted, plain = ''] = PARAMETER.exec(parameter) ?? [];
    const name = written.toUpperCase();
    if (name === '' || found.has(name)) throw new RecurrenceError(`${property} takes TZID and VALUE, once each.`);
    found.set(name, quoted ?? plain);
  }
  const type = found.get('VALUE')?.toUpperCase();
  if (type !== undefined && type !== 'DATE' && type !== 'DATE-TIME') {
    throw new RecurrenceError(`${property} takes the value types DATE and DATE-TIME.`);
  }
  const name = found.get('TZID');
  const zone = name === undefined ? undefined : findZone(name);
  if (name !== undefined && !zone) throw new RecurrenceError(`${property};TZID names no zone of the tz database.`);
  return { type, zone };
}
