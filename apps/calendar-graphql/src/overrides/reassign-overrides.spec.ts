import { type EpochSeconds, parseTimestamp, readSeries } from '@almanac/recurrence';
import { assignInstances } from './reassign-overrides';

const at = (time: string): EpochSeconds => parseTimestamp(`2026-06-${time}:00:00Z`);
const seriesOf = (start: string, recurrence: string) =>
  readSeries({
    timeZone: 'UTC',
    start: `2026-06-${start}:00:00Z`,
    end: `2026-06-${start}:30:00Z`,
    recurrence,
  });
const assigned = (starts: string[], series: ReturnType<typeof seriesOf>) => [
  ...assignInstances(starts.map(at), series, (instant) => instant),
];

describe('assignInstances', () => {
  it('assigns a start to the only instance of its day', () => {
    const series = seriesOf('01T15', 'FREQ=DAILY;COUNT=3');
    expect(assigned(['02T09', '05T09'], series)).toEqual([[at('02T09'), at('02T15')]]);
  });

  it('prefers a start whose instance still exists to an earlier one of the same day', () => {
    const series = seriesOf('01T15', 'FREQ=DAILY;COUNT=3');
    expect(assigned(['02T09', '02T15'], series)).toEqual([[at('02T15'), at('02T15')]]);
  });

  it('leaves out a start that an EXDATE excludes, although the day has another instance', () => {
    const series = seriesOf('01T09', 'FREQ=DAILY;BYHOUR=9,15;COUNT=6\nEXDATE:20260602T090000Z');
    expect(assigned(['02T09'], series)).toEqual([]);
  });
});
