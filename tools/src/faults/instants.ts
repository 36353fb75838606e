/** Zones with halves and quarters of hours, on both sides of UTC and of the equator. */
const zones = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/London',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];

const HOUR_MS = 3_600_000;
const years = [2024, 2025];
/** Right before a change, at it, and within the hour that is skipped or comes twice. */
const aroundMs = [-HOUR_MS / 2, -1_000, 0, 1_000, HOUR_MS / 2];
const leapDays = ['2024-02-29T00:00:00', '2024-02-29T12:00:00', '2024-02-29T23:59:59', '2024-03-01T00:00:00'];

/** An instant, and how a clock on a wall of a zone shows it. */
export interface WrittenInstant {
  ms: number;
  zone: string;
  /** With the offset of that moment: a wall alone would not tell the two hours of an autumn night apart. */
  text: string;
}

/** What a zone is ahead of UTC by, as the JavaScript engine knows it: the product's own zone data has no say here. */
function offsetReader(zone: string): (ms: number) => number {
  const wall = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (ms) => {
    const name = wall.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };
}

/** The instant as a clock `minutes` ahead of UTC shows it, with its offset. */
export function atOffset(instant: Date, minutes: number): string {
  const onTheWall = new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${onTheWall}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** The instants at which the zone's clocks are changed; changes happen on halves of hours of UTC. */
function changesOf(offsetAt: (ms: number) => number): number[] {
  const changes: number[] = [];
  for (const year of years) {
    for (let day = Date.UTC(year, 0); day < Date.UTC(year + 1, 0); day += 24 * HOUR_MS) {
      if (offsetAt(day) === offsetAt(day + 24 * HOUR_MS)) continue;
      let ms = day;
      while (offsetAt(ms) === offsetAt(day)) ms += HOUR_MS / 2;
      changes.push(ms);
    }
  }
  return changes;
}

/** Every change of every zone's clocks within two years, and their leap days, as their walls show them. */
export function instantMatrix(): WrittenInstant[] {
  return zones.flatMap((zone) => {
    const offsetAt = offsetReader(zone);
    const changes = changesOf(offsetAt).flatMap((change) => aroundMs.map((ms) => change + ms));
    const leaps = leapDays.map((wall) => {
      const ms = Date.parse(`${wall}Z`);
      return ms - offsetAt(ms) * 60_000;
    });
    return [...changes, ...leaps].map((ms) => ({ ms, zone, text: atOffset(new Date(ms), offsetAt(ms)) }));
  });
}
