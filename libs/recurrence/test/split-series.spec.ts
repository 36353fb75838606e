import fc from 'fast-check';
import {
  createDayMove,
  createSeries,
  createShift,
  dayOf,
  expand,
  formatUtc,
  type InstanceMove,
  isInstance,
  parseRecurrence,
  parseTimestamp,
  readSeries,
  type Series,
  seriesBefore,
  seriesFrom,
  type SeriesTime,
  toInstant,
  toLocal,
} from '../src/index';
import { arbitraryRule } from './arbitrary-rule';
import { zoneOf } from './naive-expansion';
import { randomCases } from './random-cases';

const LIMIT = 120;
const HOUR = 3_600;
const DAY = 86_400;
const restore = ({ recurrence, ...time }: SeriesTime): Series =>
  createSeries({ ...time, recurrence: parseRecurrence(recurrence) });
const spans = (series: Series, limit = LIMIT) =>
  expand(series, {}, { limit }).map(({ start, end }) => `${formatUtc(start)}/${formatUtc(end)}`);

/** The first occurrences of both parts. */
function joined(series: Series, at: number, limit = LIMIT): string[] {
  const head = seriesBefore(series, at);
  const before = head ? spans(restore(head), limit) : [];
  return [...before, ...spans(restore(seriesFrom(series, at)), limit - before.length)];
}

const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Africa/Casablanca');
const starts = fc
  .integer({ min: parseTimestamp('2020-01-01T00:00:00Z') / 900, max: parseTimestamp('2030-01-01T00:00:00Z') / 900 })
  .map((quarter) => quarter * 900);
const bounds = fc.oneof(
  fc.constant(''),
  fc.integer({ min: 1, max: 90 }).map((count) => `;COUNT=${count}`),
  fc.integer({ min: 0, max: 900 }).map((days) => `;UNTIL+${days}`),
);
const dates = fc.array(fc.integer({ min: 0, max: 400 * 96 }), { maxLength: 4 });

/** A series with any legal rule, bounded or not, RDATEs and EXDATEs. */
const arbitrarySeries = fc
  .record({ zone: zones, start: starts, rule: arbitraryRule, bound: bounds, added: dates, length: fc.nat(3 * 96) })
  .chain((parts) => fc.record({ parts: fc.constant(parts), excluded: fc.array(fc.nat(30), { maxLength: 3 }) }))
  .map(({ parts: { zone, start, rule, bound, added, length }, excluded }) => {
    const basic = (instant: number) => formatUtc(instant).replaceAll(/[-:]/g, '');
    const until = bound.startsWith(';UNTIL') ? `;UNTIL=${basic(start + Number(bound.slice(7)) * DAY)}` : bound;
    const times = { timeZone: zone, start: formatUtc(start), end: formatUtc(start + length * 900) };
    const rdates =
      added.length > 0 ? `\nRDATE:${added.map((quarters) => basic(start + quarters * 900)).join(',')}` : '';
    const whole = readSeries({ ...times, recurrence: `${rule}${until}${rdates}` });
    const instants = expand(whole, {}, { limit: 40 });
    const gone = excluded.flatMap((index) => (instants[index] ? [basic(instants[index].start)] : []));
    const exdates = gone.length > 0 ? `\nEXDATE:${gone.join(',')}` : '';
    return readSeries({ ...times, recurrence: `${rule}${until}${rdates}${exdates}` });
  });

describe('a split series', () => {
  it('works with the last day for which UNTIL has a date', () => {
    const times = { timeZone: 'America/New_York', start: '2026-01-01T23:30:00Z', end: '2026-01-01T23:45:00Z' };
    const whole = readSeries({ ...times, recurrence: 'FREQ=MONTHLY;UNTIL=99991231' });
    const at = parseTimestamp('2026-03-01T23:30:00Z');
    expect(joined(whole, at)).toEqual(spans(whole));
  });

  it('has the same occurrences in both parts together', () => {
    fc.assert(
      fc.property(arbitrarySeries, fc.nat(60), (series, index) => {
        const all = expand(series, {}, { limit: 61 });
        const at = all[Math.min(index, all.length - 1)]?.start;
        fc.pre(at !== undefined);
        expect(joined(series, at ?? 0)).toEqual(spans(series));
      }),
      { numRuns: randomCases(120) },
    );
  });

  const berlin = (start: string, end: string, recurrence: string) =>
    readSeries({ timeZone: 'Europe/Berlin', start, end, recurrence });

  it('at an instance that a gap has moved goes on at the old time', () => {
    const series = berlin('2026-03-27T02:30:00+01:00', '2026-03-27T03:00:00+01:00', 'FREQ=DAILY;COUNT=6');
    const at = parseTimestamp('2026-03-29T01:30:00Z');
    expect(joined(series, at)).toEqual(spans(series));
    expect(spans(series)[3]).toBe('2026-03-30T00:30:00Z/2026-03-30T01:00:00Z');
  });

  it.each(['FREQ=HOURLY;COUNT=10', 'FREQ=DAILY;BYHOUR=2,3;COUNT=8'])(
    'counts two local times of COUNT that a gap gives the same instant: %s',
    (rule) => {
      const series = berlin('2026-03-28T02:30:00+01:00', '2026-03-28T03:00:00+01:00', rule);
      const hourly = berlin('2026-03-28T23:30:00+01:00', '2026-03-28T23:45:00+01:00', rule);
      for (const whole of [series, hourly]) {
        for (const { start } of expand(whole)) expect(joined(whole, start)).toEqual(spans(whole));
      }
    },
  );

  it('at an RDATE keeps the interval of the rule', () => {
    const series = berlin(
      '2026-06-01T09:00:00+02:00',
      '2026-06-01T10:00:00+02:00',
      'FREQ=WEEKLY;INTERVAL=2\nRDATE:20260610T070000Z',
    );
    expect(joined(series, parseTimestamp('2026-06-10T07:00:00Z'))).toEqual(spans(series));
  });

  it('keeps all-day occurrences at midnight across a transition', () => {
    const series = berlin('2026-03-20T00:00:00+01:00', '2026-03-21T00:00:00+01:00', 'FREQ=DAILY;COUNT=20');
    const at = parseTimestamp('2026-03-31T00:00:00+02:00');
    expect(joined(series, at)).toEqual(spans(series));
  });

  it('at its first occurrence has no first part', () => {
    const series = berlin('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', 'FREQ=DAILY');
    expect(seriesBefore(series, series.start)).toBeNull();
    expect(seriesFrom(series, series.start).recurrence).toBe('RRULE:FREQ=DAILY');
  });

  it('moves the second part with its RDATEs, EXDATEs and bound by local time', () => {
    const series = berlin(
      '2026-10-19T09:00:00+02:00',
      '2026-10-19T10:00:00+02:00',
      'FREQ=WEEKLY;UNTIL=20261116T080000Z\nRDATE:20261104T120000Z\nEXDATE:20261109T080000Z',
    );
    const at = parseTimestamp('2026-10-19T09:00:00+02:00') + 7 * DAY + HOUR;
    expect(isInstance(series, at)).toBe(true);
    const move: InstanceMove = { zone: series.zone, start: at + 2 * HOUR, end: at + 5 * HOUR };
    const moved = restore(seriesFrom(series, at, move));
    const shifted = expand(series, { earliestStart: at }).map(({ start }) =>
      toInstant(series.zone, toLocal(series.zone, start) + 2 * HOUR),
    );
    expect(expand(moved).map(({ start }) => start)).toEqual(shifted);
    expect(shifted).toHaveLength(4);
    expect(expand(moved).every(({ start, end }) => end - start === 3 * HOUR)).toBe(true);
  });

  it.each([
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;COUNT=20', 1],
    ['FREQ=MONTHLY;BYDAY=2TU;COUNT=20', 1],
    ['BYDAY=-1TU;FREQ=MONTHLY;COUNT=20', -6],
    ['FREQ=MONTHLY;BYMONTHDAY=28;COUNT=20', 4],
  ])('moves each instance of a rule that names its day: %s by %i days', (rule, days) => {
    const series = berlin(
      '2026-04-14T00:30:00+02:00',
      '2026-04-14T01:30:00+02:00',
      `${rule}\nEXDATE;VALUE=DATE:20260908,20260929,20260928`,
    );
    const [, , at = 0] = expand(series, {}, { limit: 3 }).map(({ start }) => start);
    const start = toInstant(series.zone, toLocal(series.zone, at) + days * DAY + HOUR);
    const [old, moved] = [at, start].map((instant) => dayOf(toLocal(series.zone, instant)));
    const dayMove = series.recurrence && createDayMove(series.recurrence.rule, old ?? 0, moved ?? 0);
    const move: InstanceMove = { zone: series.zone, start, end: start + HOUR, dayMove: dayMove ?? undefined };
    const starts = expand(series, { earliestStart: at }).map((each) => each.start);
    expect(starts.length).toBeGreaterThan(15);
    expect(expand(restore(seriesFrom(series, at, move))).map((each) => each.start)).toEqual(
      starts.map(createShift(series, at, move)),
    );
  });

  it('counts what is left of COUNT', () => {
    const series = berlin('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', 'RRULE:COUNT=10;FREQ=DAILY');
    const { recurrence } = seriesFrom(series, series.start + 4 * DAY);
    expect(recurrence).toBe('RRULE:FREQ=DAILY;COUNT=6');
    expect(seriesBefore(series, series.start + 4 * DAY)?.recurrence).toBe('RRULE:FREQ=DAILY;UNTIL=20260605T065959Z');
  });

  it('keeps the EXDATEs that are dates on the side of their day', () => {
    const rule = 'FREQ=DAILY;COUNT=6\nEXDATE;VALUE=DATE:20260607,20260603,20260606,20260602';
    const series = berlin('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', rule);
    const at = parseTimestamp('2026-06-04T09:00:00+02:00');
    expect(seriesBefore(series, at)?.recurrence).toBe(
      'RRULE:FREQ=DAILY;UNTIL=20260604T065959Z\nEXDATE;VALUE=DATE:20260602,20260603',
    );
    expect(seriesFrom(series, at).recurrence).toBe('RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20260606,20260607');
    const nextDay = { zone: series.zone, start: at + DAY, end: at + DAY + HOUR };
    expect(seriesFrom(series, at, nextDay).recurrence).toBe(
      'RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20260607,20260608',
    );
  });

  it('keeps the EXDATEs on the side of their instant', () => {
    const rule = 'FREQ=DAILY\nEXDATE:20260606T070000Z,20260602T070000Z';
    const series = berlin('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', rule);
    const at = parseTimestamp('2026-06-04T09:00:00+02:00');
    expect(seriesBefore(series, at)?.recurrence).toBe(
      'RRULE:FREQ=DAILY;UNTIL=20260604T065959Z\nEXDATE:20260602T070000Z',
    );
    expect(seriesFrom(series, at).recurrence).toBe('RRULE:FREQ=DAILY\nEXDATE:20260606T070000Z');
  });

  it('keeps an EXDATE on the day before an all-day instance in the first part', () => {
    const rule = 'FREQ=DAILY\nEXDATE;VALUE=DATE:20260603';
    const series = berlin('2026-06-01T00:00:00+02:00', '2026-06-02T00:00:00+02:00', rule);
    const at = parseTimestamp('2026-06-04T00:00:00+02:00');
    expect(seriesBefore(series, at)?.recurrence).toContain('\nEXDATE;VALUE=DATE:20260603');
    expect(seriesFrom(series, at).recurrence).toBe('RRULE:FREQ=DAILY');
  });

  it('at its start leaves the RDATEs before it to a first part of their own', () => {
    const rule = 'FREQ=DAILY;COUNT=2\nRDATE:20260520T070000Z,20260525T070000Z';
    const series = berlin('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', rule);
    const head = seriesBefore(series, series.start);
    expect(head?.recurrence).toBe('RRULE:FREQ=DAILY;COUNT=1\nRDATE:20260525T070000Z');
    expect(formatUtc(head?.start ?? 0)).toBe('2026-05-20T07:00:00Z');
    expect(joined(series, series.start)).toEqual(spans(series));
  });

  it('at an RDATE after the end of the rule has no rule in the second part', () => {
    const rule = 'FREQ=DAILY;UNTIL=20260602T070000Z\nRDATE:20260620T070000Z,20260610T070000Z';
    const series = berlin('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', rule);
    const at = parseTimestamp('2026-06-10T07:00:00Z');
    expect(seriesBefore(series, at)?.recurrence).toBe('RRULE:FREQ=DAILY;UNTIL=20260602T070000Z');
    expect(seriesFrom(series, at).recurrence).toBe('RRULE:FREQ=DAILY;COUNT=1\nRDATE:20260620T070000Z');
  });

  it('moves the second part to the local times of another zone', () => {
    const series = berlin(
      '2026-10-19T09:00:00+02:00',
      '2026-10-19T10:00:00+02:00',
      'FREQ=WEEKLY\nRDATE:20261106T080000Z',
    );
    const zone = zoneOf('America/New_York');
    const at = series.start + 7 * DAY + HOUR;
    const shift = createShift(series, at, { zone, start: parseTimestamp('2026-10-26T09:00:00-04:00'), end: 0 });
    // New York leaves daylight saving time a week after Berlin.
    expect(formatUtc(shift(at))).toBe('2026-10-26T13:00:00Z');
    expect(formatUtc(shift(at + 7 * DAY))).toBe('2026-11-02T14:00:00Z');
    expect(formatUtc(shift(parseTimestamp('2026-11-06T08:00:00Z')))).toBe('2026-11-06T14:00:00Z');
  });

  it('moves an instance whose local time clocks skip by that time', () => {
    const rule = 'FREQ=DAILY;COUNT=5\nEXDATE:20260329T013000Z';
    const series = berlin('2026-03-27T02:30:00+01:00', '2026-03-27T03:00:00+01:00', rule);
    const hourLater = { zone: series.zone, start: series.start + HOUR, end: series.end + HOUR };
    // On 29 March clocks skip 2:30, and the instance was at 3:30. That is the new time of the series.
    expect(formatUtc(createShift(series, series.start, hourLater)(parseTimestamp('2026-03-29T01:30:00Z')))).toBe(
      '2026-03-29T01:30:00Z',
    );
    expect(spans(restore(seriesFrom(series, series.start, hourLater))).map((span) => span.slice(0, 20))).toEqual([
      '2026-03-27T02:30:00Z',
      '2026-03-28T02:30:00Z',
      '2026-03-30T01:30:00Z',
      '2026-03-31T01:30:00Z',
    ]);
    // An instance that is at 3:30 by its rule.
    const later = berlin('2026-03-27T03:30:00+01:00', '2026-03-27T04:00:00+01:00', 'FREQ=DAILY');
    const move = { zone: later.zone, start: later.start + HOUR, end: later.end + HOUR };
    expect(formatUtc(createShift(later, later.start, move)(parseTimestamp('2026-03-29T01:30:00Z')))).toBe(
      '2026-03-29T02:30:00Z',
    );
  });

  it('that does not move keeps both passes of an overlap', () => {
    const series = berlin('2026-10-18T02:30:00+02:00', '2026-10-18T03:00:00+02:00', 'FREQ=WEEKLY');
    const secondPass = parseTimestamp('2026-10-25T02:30:00+01:00');
    const stays = { zone: series.zone, start: series.start, end: series.end };
    expect(createShift(series, series.start, undefined)(secondPass)).toBe(secondPass);
    expect(createShift(series, series.start, stays)(secondPass)).toBe(secondPass);
    expect(createShift(series, series.start, { ...stays, start: series.start + 60 })(secondPass)).toBe(
      parseTimestamp('2026-10-25T02:31:00+02:00'),
    );
  });
});
