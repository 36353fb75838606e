import { findZone } from './zones/zone-catalogue';
import {
  formatBasicDate,
  formatBasicLocal,
  formatBasicUtc,
  formatInZone,
  formatUtc,
  parseBasicUtc,
  parseTimestamp,
} from './timestamps';

const zone = (name: string) => {
  const found = findZone(name);
  if (!found) throw new Error(name);
  return found;
};

describe('an RFC 3339 timestamp', () => {
  it.each([
    ['2025-03-03T09:00:00+01:00', '2025-03-03T08:00:00Z'],
    ['2025-03-03t09:00:00z', '2025-03-03T09:00:00Z'],
    ['2025-03-03T09:00:00.999999999Z', '2025-03-03T09:00:00Z'],
    ['2025-03-03T09:00:00-00:00', '2025-03-03T09:00:00Z'],
    ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59Z'],
    ['2025-03-03T23:59:59-23:59', '2025-03-04T23:58:59Z'],
    ['2024-02-29T00:00:00+05:45', '2024-02-28T18:15:00Z'],
    ['1900-01-01T00:00:00Z', '1900-01-01T00:00:00Z'],
    ['2199-12-31T23:59:59Z', '2199-12-31T23:59:59Z'],
    [`2025-03-03T09:00:00.${'1'.repeat(43)}Z`, '2025-03-03T09:00:00Z'],
  ])('%s is the instant %s', (text, utc) => {
    expect(formatUtc(parseTimestamp(text))).toBe(utc);
  });

  it.each([
    '2025-03-03T09:00:00',
    '2025-03-03 09:00:00Z',
    '2025-03-03T09:00Z',
    '2025-03-03',
    '2025-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-00-01T00:00:00Z',
    '2025-03-03T24:00:00Z',
    '2025-03-03T09:60:00Z',
    '2025-03-03T09:00:61Z',
    '2025-03-03T09:00:00+25:00',
    '2025-03-03T09:00:00+01:60',
    '2025-03-03T09:00:00+0100',
    '2025-03-03T09:00:00+01',
    '2025-03-03T09:00:00.Z',
    '2025-03-03T09:00:00,5Z',
    '2025-03-03T09:00:00+01:00[Europe/Berlin]',
    '+010000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '2200-01-01T00:00:00Z',
    'Mon, 03 Mar 2025 09:00:00 +0100',
    '20250303T090000Z',
    ' 2025-03-03T09:00:00Z',
    '2025-03-03T09:00:00Z\n',
    '٢٠٢٥-03-03T09:00:00Z',
    `2025-03-03T09:00:00.${'1'.repeat(44)}Z`,
    '',
  ])('is not %j', (text) => {
    expect(() => parseTimestamp(text, 'input.time.start')).toThrow(
      expect.objectContaining({
        property: 'input.time.start',
        message: expect.stringMatching(/^[A-Z].+\.$/) as string,
      }),
    );
  });
});

describe('an instant on a zone’s clock', () => {
  it.each([
    ['Europe/Berlin', '2025-03-03T08:00:00Z', '2025-03-03T09:00:00+01:00'],
    ['UTC', '2025-03-03T08:00:00Z', '2025-03-03T08:00:00+00:00'],
    ['Europe/Dublin', '2025-01-03T08:00:00Z', '2025-01-03T08:00:00+00:00'],
    ['America/St_Johns', '2025-01-03T08:00:00Z', '2025-01-03T04:30:00-03:30'],
    ['Asia/Kathmandu', '2025-01-03T22:00:00Z', '2025-01-04T03:45:00+05:45'],
    ['Africa/Monrovia', '1971-06-01T12:00:00Z', '1971-06-01T11:15:30-00:45'],
    ['Europe/Berlin', '1890-01-01T00:00:00Z', '1890-01-01T00:53:28+00:53'],
  ])('in %s %s reads %s', (name, utc, local) => {
    const instant = Date.parse(utc) / 1000;
    expect(formatInZone(zone(name), instant)).toBe(local);
    expect(formatUtc(instant)).toBe(utc);
    expect(formatBasicUtc(instant)).toBe(utc.replace(/[-:]/g, ''));
  });
});

describe('a time of iCalendar', () => {
  it.each([
    ['19700101T000000Z', '1970-01-01T00:00:00Z'],
    ['20240229T235959Z', '2024-02-29T23:59:59Z'],
    ['19000101T010203Z', '1900-01-01T01:02:03Z'],
  ])('%s is the instant %s', (text, utc) => {
    const instant = parseTimestamp(utc);
    expect(parseBasicUtc(text)).toBe(instant);
    expect(formatBasicUtc(instant)).toBe(text);
    expect(formatBasicLocal(instant)).toBe(text.slice(0, -1));
    expect(formatBasicDate(instant)).toBe(text.slice(0, 8));
  });

  it.each([
    '20250303',
    '20250303T090000',
    '20250303T240000Z',
    '20250303T096000Z',
    '20250303T090060Z',
    '20250229T090000Z',
    '2025-03-03T09:00:00Z',
    ' 20250303T090000Z',
    '20250303T090000Z ',
  ])('in UTC is not %j', (text) => {
    expect(parseBasicUtc(text)).toBeUndefined();
  });
});
