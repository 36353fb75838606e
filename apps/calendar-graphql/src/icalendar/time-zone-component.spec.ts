import { parsePosixRule, transitionsOfYear } from '@almanac/recurrence';
import { timeZoneComponent } from './time-zone-component';

const FROM = Date.UTC(1950, 0, 1) / 1000;

describe('timeZoneComponent', () => {
  it('writes onsets that repeat each year as rules, also from before 1970 on', () => {
    const rule = parsePosixRule('EST5EDT,M3.2.0,M11.1.0');
    const years = Array.from({ length: 100 }, (_, index) => 1950 + index);
    const transitions = years.flatMap((year) => transitionsOfYear(rule, year));
    const instants = Float64Array.from(transitions, ({ at }) => at);
    const offsets = Int32Array.from([rule.standard.offset, ...transitions.map(({ offset }) => offset)]);
    const zone = {
      name: 'Test',
      initial: rule.standard,
      transitions,
      index: { instants, offsets, localTimes: instants },
    };
    const lines = timeZoneComponent(zone, FROM).split('\r\n');
    expect(lines.filter((line) => line.startsWith('RRULE'))).toHaveLength(2);
    expect(lines).toContain('DTSTART:19500312T020000');
    expect(lines).toContain('DTSTART:19501105T020000');
    expect(lines.filter((line) => line.startsWith('RDATE'))).toEqual([]);
  });
});
