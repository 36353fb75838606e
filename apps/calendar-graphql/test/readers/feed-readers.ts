import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type FeedCase, type Reading, type ReadOccurrence } from './feed-case';

/** A program that reads feeds. */
export interface FeedReader {
  name: string;
  /** Whether its readings have titles. */
  hasTitles: boolean;
  read(cases: readonly FeedCase[]): Map<string, Reading>;
}

const PYTHON = '/usr/bin/python3';
const MARGIN_SECONDS = 3 * 86_400;
/** ical.js finds a window by walking from the start. */
const MAX_OCCURRENCES = 20_000;

function eachCase(cases: readonly FeedCase[], read: (feed: FeedCase) => ReadOccurrence[]): Map<string, Reading> {
  const readings = new Map<string, Reading>();
  for (const feed of cases) {
    try {
      readings.set(feed.id, read(feed));
    } catch (error) {
      readings.set(feed.id, String(error));
    }
  }
  return readings;
}

function readByIcalJs({ text, to }: FeedCase): ReadOccurrence[] {
  const component = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const [master, ...others] = component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
  if (!master) return [];
  for (const each of others) master.relateException(each);
  const written = (time: ICAL.Time) => (time.isDate ? time.toString() : time.toUnixTime());
  if (!master.isRecurring()) return [[written(master.startDate), written(master.endDate), master.summary]];
  const found: ReadOccurrence[] = [];
  const iterator = master.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    if (found.length === MAX_OCCURRENCES) throw new Error('The window is too far from the start.');
    const { startDate, endDate, item } = master.getOccurrenceDetails(next);
    found.push([written(startDate), written(endDate), item.summary]);
    if (next.toUnixTime() > to + MARGIN_SECONDS) break;
  }
  return found;
}

function readByNodeIcal({ text, from, to }: FeedCase): ReadOccurrence[] {
  const found = Object.values(nodeIcal.sync.parseICS(text)).find((each) => each?.type === 'VEVENT');
  if (found?.type !== 'VEVENT') return [];
  const seconds = (date: Date): number => date.getTime() / 1000;
  const duration = found.end ? seconds(found.end) - seconds(found.start) : 0;
  const window = [from - duration - MARGIN_SECONDS, to + MARGIN_SECONDS].map((instant) => new Date(instant * 1000));
  const [first = new Date(0), last = new Date(0)] = window;
  // It finds overrides by their RECURRENCE-ID, so the window includes those that moved into it.
  const instances = nodeIcal.expandRecurringEvent(found, { from: first, to: last, expandOngoing: true });
  return instances.map(({ start, end, summary, event }) => {
    const written = (date: Date) => (event.datetype === 'date' ? localDate(date) : seconds(date));
    return [written(start), written(end), typeof summary === 'string' ? summary : summary.val];
  });
}

function localDate(date: Date): string {
  return new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())).toISOString().slice(0, 10);
}

function readByPython(reader: string, cases: readonly FeedCase[]): Map<string, Reading> {
  const input = JSON.stringify({ reader, cases: cases.map(({ id, text, from, to }) => ({ id, text, from, to })) });
  const { status, stdout, stderr } = spawnSync(PYTHON, [join(__dirname, 'read_feeds.py')], {
    input,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  if (status !== 0) throw new Error(`${reader} failed: ${stderr}`);
  return new Map(Object.entries<Reading>(JSON.parse(stdout)));
}

/** Readers that packages of npm provide. */
export const npmReaders: FeedReader[] = [
  { name: 'ical.js', hasTitles: true, read: (cases) => eachCase(cases, readByIcalJs) },
  { name: 'node-ical', hasTitles: true, read: (cases) => eachCase(cases, readByNodeIcal) },
];

/** Readers of Debian: `apt-get install python3-icalendar python3-recurring-ical-events khal`. */
export const pythonReaders: FeedReader[] = [
  {
    name: 'recurring_ical_events',
    hasTitles: true,
    read: (cases) => readByPython('recurring_ical_events', cases),
  },
  { name: 'khal', hasTitles: false, read: (cases) => readByPython('khal', cases) },
];

const ARE_PYTHON_READERS_INSTALLED =
  spawnSync(PYTHON, ['-c', 'import icalendar, recurring_ical_events, khal']).status === 0;

if (!ARE_PYTHON_READERS_INSTALLED)
  process.stderr.write(
    '\n*** FEEDS ARE NOT READ BY PYTHON: apt-get install python3-icalendar python3-recurring-ical-events khal ***\n\n',
  );

/** A suite of the readers of Debian. Without them it is skipped; in CI it fails. */
export const describePythonReaders = ARE_PYTHON_READERS_INSTALLED || process.env.CI ? describe : describe.skip;
