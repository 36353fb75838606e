import { offsetAt, requireZone, toEpochSeconds } from '@almanac/recurrence';
import type { Component } from './content-lines';
import { matchZoneRules } from './zone-rules';

const NOW = new Date('2026-05-05T12:00:00Z');

function component(name: string, parts: Partial<Component>): Component {
  return { name, line: 1, contentLines: [], components: [], brokenLines: [], ...parts };
}

/** A STANDARD or DAYLIGHT part of a VTIMEZONE. */
function part(name: 'STANDARD' | 'DAYLIGHT', from: string, to: string, start: string, rule?: string): Component {
  const lines = [`TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `DTSTART:${start}`, ...(rule ? [`RRULE:${rule}`] : [])];
  const contentLines = lines.map((text) => ({ name: text.slice(0, text.indexOf(':')), text }));
  return component(name, { contentLines });
}

function zoneOf(...components: Component[]): string | undefined {
  return matchZoneRules(component('VTIMEZONE', { components }), 'a private name', NOW);
}

describe('matchZoneRules', () => {
  it.each(['00010101T030000', '16010101T030000', '19700101T030000', '20070101T030000'])(
    'matches rules that start at %s',
    (start) => {
      const zone = zoneOf(
        part('STANDARD', '+0200', '+0100', start, 'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10'),
        part('DAYLIGHT', '+0100', '+0200', start.replace('T03', 'T02'), 'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3'),
      );
      expect(zone).toBe('Europe/Berlin');
    },
  );

  it('matches a zone that ended daylight saving time years ago', () => {
    const zone = zoneOf(
      part('STANDARD', '-0200', '-0300', '20080217T000000', 'FREQ=YEARLY;BYDAY=3SU;BYMONTH=2;UNTIL=20190217T020000Z'),
      part('DAYLIGHT', '-0300', '-0200', '20081019T000000', 'FREQ=YEARLY;BYDAY=3SU;BYMONTH=10;UNTIL=20181021T030000Z'),
    );
    expect(offsetAt(requireZone(zone ?? '', 'timeZone'), toEpochSeconds(NOW))).toBe(-3 * 3600);
  });

  it('reads an UNTIL that is the last change of the clocks, east of UTC', () => {
    const zone = zoneOf(
      part('STANDARD', '+0400', '+0300', '20110101T000000', 'FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10;UNTIL=20141025T220000Z'),
    );
    expect(offsetAt(requireZone(zone ?? '', 'timeZone'), toEpochSeconds(NOW))).toBe(3 * 3600);
    const oneChange = part('STANDARD', '+0200', '+0100', '20251026T030000', 'FREQ=YEARLY;UNTIL=20251026T010000Z');
    expect(() => zoneOf(oneChange)).not.toThrow();
  });

  it('is undefined without rules, and for an offset that breaks the grammar', () => {
    expect(zoneOf()).toBeUndefined();
    expect(zoneOf(part('STANDARD', 'x', '+0100', '19700101T000000'))).toBeUndefined();
  });
});
