import fc from 'fast-check';
import { randomCases } from '../../test/random-cases';
import { parseTimestamp } from '../timestamps';
import { parsePosixRule, transitionsOfYear } from './posix-rule';
import { offsetAt, segmentAt, toInstant, toLocal } from './zone';
import type { Zone } from './zone';
import { findZone, ZONE_DATA_VERSION, zoneNames } from './zone-catalogue';

const zone = (name: string) => {
  const found = findZone(name);
  if (!found) throw new Error(name);
  return found;
};
const instant = (text: string) => parseTimestamp(text);
/** A local time written as if it were UTC. */
const localTime = (text: string) => parseTimestamp(`${text}Z`);
const isSkipped = (place: Zone, at: number) => at >= segmentAt(place, at).gapFrom;
const hoursAt = (name: string, utc: string) => offsetAt(zone(name), instant(utc)) / 3600;

describe('names', () => {
  it('are found in any case and given in the tz database’s, aliases unchanged', () => {
    expect(
      ['europe/berlin', 'ASIA/CALCUTTA', 'asia/kolkata', 'us/pacific', 'utc'].map((name) => zone(name).name),
    ).toEqual(['Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'US/Pacific', 'UTC']);
  });

  it.each([
    '',
    'Factory',
    'localtime',
    'posixrules',
    'posix/Europe/Berlin',
    'right/UTC',
    '+01:00',
    'PST',
    'Mars/Olympus_Mons',
    'W. Europe Standard Time',
    'Europe/Berlin ',
    '__proto__',
  ])('do not include %j', (name) => {
    expect(findZone(name)).toBeUndefined();
  });

  it('are those of a release that knows the changes of autumn 2026', () => {
    expect(ZONE_DATA_VERSION >= '2026f').toBe(true);
    expect(zoneNames().length).toBeGreaterThan(590);
  });
});

describe('offsets', () => {
  it.each([
    ['Africa/Casablanca', '2026-09-19T12:00:00Z', 1],
    ['Africa/Casablanca', '2026-09-21T12:00:00Z', 0],
    ['America/Vancouver', '2026-10-31T12:00:00Z', -7],
    ['America/Vancouver', '2026-11-02T12:00:00Z', -7],
    ['America/Los_Angeles', '2026-11-02T12:00:00Z', -8],
    ['Europe/Dublin', '2026-07-01T12:00:00Z', 1],
    ['Europe/Dublin', '2026-12-01T12:00:00Z', 0],
    ['Australia/Lord_Howe', '2026-07-01T12:00:00Z', 10.5],
    ['Australia/Lord_Howe', '2026-12-01T12:00:00Z', 11],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', -10],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 14],
    ['Europe/Berlin', '2150-07-01T12:00:00Z', 2],
    ['Europe/Berlin', '2199-12-31T12:00:00Z', 1],
    ['America/New_York', '2099-07-01T12:00:00Z', -4],
    ['Etc/GMT+5', '2025-01-01T00:00:00Z', -5],
  ])('in %s at %s it is %d hours', (name, utc, hours) => {
    expect(hoursAt(name, utc)).toBe(hours);
  });

  it('agree with the runtime’s zone data where both know the same rules', () => {
    const stable = [
      'Europe/Berlin',
      'America/New_York',
      'Australia/Sydney',
      'Asia/Kolkata',
      'Asia/Tehran',
      'Pacific/Chatham',
      'America/Sao_Paulo',
      'Africa/Cairo',
    ];
    const formats = new Map(
      stable.map((name) => [name, new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })]),
    );
    fc.assert(
      fc.property(fc.constantFrom(...stable), fc.integer({ min: 0, max: 2_000_000_000 }), (name, at) => {
        const text =
          formats
            .get(name)
            ?.formatToParts(at * 1000)
            .find(({ type }) => type === 'timeZoneName')?.value ?? '';
        const [, sign = '+', hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(text) ?? [];
        const expected = (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
        expect(offsetAt(zone(name), at) - expected).toBe(0);
      }),
      { numRuns: randomCases(2_000) },
    );
  });
});

describe('the kind of local time', () => {
  const kindAt = (name: string, utc: string) => {
    const { initial, transitions } = zone(name);
    const { isDaylight, abbreviation } = transitions.findLast(({ at }) => at <= Date.parse(utc) / 1000) ?? initial;
    return [abbreviation, isDaylight];
  };

  it.each([
    ['Europe/Berlin', '1850-01-01T00:00:00Z', 'LMT', false],
    ['Europe/Berlin', '2025-03-30T00:59:59Z', 'CET', false],
    ['Europe/Berlin', '2025-03-30T01:00:00Z', 'CEST', true],
    ['Europe/Berlin', '2150-07-01T00:00:00Z', 'CEST', true],
    ['Europe/Berlin', '2199-12-31T00:00:00Z', 'CET', false],
    ['Asia/Kathmandu', '2025-01-01T00:00:00Z', '+0545', false],
    ['UTC', '2025-01-01T00:00:00Z', 'UTC', false],
  ])('in %s at %s is %s, daylight saving time: %s', (name, utc, abbreviation, isDaylight) => {
    expect(kindAt(name, utc)).toEqual([abbreviation, isDaylight]);
  });
});

describe('a zone without transitions', () => {
  it('is UTC', () => {
    expect(zone('UTC').transitions).toEqual([]);
  });
});

describe('local times', () => {
  it.each([
    ['a gap is read with the offset before it', 'Europe/Berlin', '2025-03-30T02:30:00', '2025-03-30T01:30:00Z'],
    ['the first moment after a gap', 'Europe/Berlin', '2025-03-30T03:00:00', '2025-03-30T01:00:00Z'],
    ['an overlap is its first pass', 'Europe/Berlin', '2025-10-26T02:30:00', '2025-10-26T00:30:00Z'],
    ['after an overlap', 'Europe/Berlin', '2025-10-26T03:00:00', '2025-10-26T02:00:00Z'],
    ['a gap of half an hour', 'Australia/Lord_Howe', '2025-10-05T02:15:00', '2025-10-04T15:45:00Z'],
    ['an overlap of half an hour', 'Australia/Lord_Howe', '2025-04-06T01:45:00', '2025-04-05T14:45:00Z'],
    ['a day that was left out', 'Pacific/Apia', '2011-12-30T09:00:00', '2011-12-30T19:00:00Z'],
    ['a midnight that was left out', 'Africa/Cairo', '2025-04-25T00:30:00', '2025-04-24T22:30:00Z'],
  ])('%s: %s %s is %s', (_, name, local, utc) => {
    expect(toInstant(zone(name), localTime(local))).toBe(instant(utc));
  });

  it('that a clock skips are recognized', () => {
    const berlin = zone('Europe/Berlin');
    expect(isSkipped(berlin, localTime('2025-03-30T01:59:59'))).toBe(false);
    expect(isSkipped(berlin, localTime('2025-03-30T02:00:00'))).toBe(true);
    expect(isSkipped(berlin, localTime('2025-03-30T02:59:59'))).toBe(true);
    expect(isSkipped(berlin, localTime('2025-03-30T03:00:00'))).toBe(false);
    expect(isSkipped(berlin, localTime('2025-10-26T02:30:00'))).toBe(false);
  });

  it('come back from their instant in every zone, unless skipped', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zoneNames()),
        fc.integer({ min: instant('1900-01-01T00:00:00Z'), max: instant('2199-12-31T00:00:00Z') }),
        (name, at) => {
          expect(toLocal(zone(name), toInstant(zone(name), at)) === at).toBe(!isSkipped(zone(name), at));
          const again = toInstant(zone(name), toLocal(zone(name), at));
          expect(again).toBeLessThanOrEqual(at);
          expect(toLocal(zone(name), again)).toBe(toLocal(zone(name), at));
        },
      ),
      { numRuns: randomCases(3_000) },
    );
  });
});

describe('the footer of a zone file', () => {
  const changes = (footer: string, year: number) =>
    transitionsOfYear(parsePosixRule(footer), year).map(({ at, offset }) => [
      new Date(at * 1000).toISOString(),
      offset,
    ]);

  it.each([
    ['<+00>0', []],
    [
      'CET-1CEST,M3.5.0,M10.5.0/3',
      [
        ['2040-03-25T01:00:00.000Z', 7200],
        ['2040-10-28T01:00:00.000Z', 3600],
      ],
    ],
    [
      'IST-1GMT0,M10.5.0,M3.5.0/1',
      [
        ['2040-03-25T01:00:00.000Z', 3600],
        ['2040-10-28T01:00:00.000Z', 0],
      ],
    ],
    [
      '<-02>2<-01>,M3.5.0/-1,M10.5.0/0',
      [
        ['2040-03-25T01:00:00.000Z', -3600],
        ['2040-10-28T01:00:00.000Z', -7200],
      ],
    ],
    [
      'EET-2EEST,M3.4.4/50,M10.4.4/50',
      [
        ['2040-03-24T00:00:00.000Z', 10800],
        ['2040-10-26T23:00:00.000Z', 7200],
      ],
    ],
    [
      'XST3XDT,J60/0,300/12:30',
      [
        ['2040-03-01T03:00:00.000Z', -7200],
        ['2040-10-27T14:30:00.000Z', -10800],
      ],
    ],
    [
      'AEST-10AEDT,M10.1.0,M4.1.0/3',
      [
        ['2040-03-31T16:00:00.000Z', 36000],
        ['2040-10-06T16:00:00.000Z', 39600],
      ],
    ],
    [
      'AAA+1:30:15BBB-1,J59/1:02:03,J365/24',
      [
        ['2040-02-28T02:32:18.000Z', 3600],
        ['2040-12-31T23:00:00.000Z', -5415],
      ],
    ],
    [
      'AAA0BBB,0,59',
      [
        ['2040-01-01T02:00:00.000Z', 3600],
        ['2040-02-29T01:00:00.000Z', 0],
      ],
    ],
    [
      'AAA0BBB,M2.5.3,M12.5.1',
      [
        ['2040-02-29T02:00:00.000Z', 3600],
        ['2040-12-31T01:00:00.000Z', 0],
      ],
    ],
  ])('%s is understood', (footer, expected) => {
    expect(changes(footer, 2040)).toEqual(expected);
  });

  it('names both kinds of local time', () => {
    const { standard, daylight } = parsePosixRule('<-03>3<-02>,M3.5.0/-2,M10.5.0/-1');
    expect(standard).toEqual({ offset: -10_800, isDaylight: false, abbreviation: '-03' });
    expect(daylight).toMatchObject({ offset: -7_200, isDaylight: true, abbreviation: '-02' });
  });

  it.each(['somewhere', 'CET-1CEST', 'CET-1CEST,M3.5.0', ' CET-1', 'CET-1 ', 'CE-1'])(
    '%j is no POSIX TZ string',
    (text) => {
      expect(() => parsePosixRule(text)).toThrow('Not a POSIX TZ string: ');
    },
  );

  it.each(['M3.6.0', 'M3.0.0', 'M3.5.7', 'xM3.5.0', 'M3.5.0x', 'Jx', 'J1234', 'xJ60', 'x60', '60x', '1234'])(
    '%j is no date of a POSIX TZ string',
    (date) => {
      expect(() => parsePosixRule(`CET-1CEST,${date},M10.5.0`)).toThrow('Not a POSIX TZ date: ');
    },
  );
});
