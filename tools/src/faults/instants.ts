/** Zones east and west of UTC, north and south of the equator, with offsets of full, half and quarter hours. */
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
/** Milliseconds from a clock change to a tested instant. Some instants are in or next to the skipped or repeated hour. */
const aroundMs = [-HOUR_MS / 2, -1_000, 0, 1_000, HOUR_MS / 2];
/** Local times on and after a leap day. */
const leapDays = ['2024-02-29T00:00:00', '2024-02-29T12:00:00', '2024-02-29T23:59:59', '2024-03-01T00:00:00'];

/** An instant and its local time in a zone. */
export interface WrittenInstant {
  /** Milliseconds since 1970. */
  ms: number;
  zone: string;
  /** The local time with its offset. Without the offset, times in a repeated hour would be ambiguous. */
  text: string;
}

/** A function that returns the offset of a zone at an instant, in minutes. It uses Intl instead of the zone data of the product. */
function offsetReader(zone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return (ms) => {
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };
}

/** The local time at an offset from UTC, which is given in minutes, e.g. `2024-03-10T03:30:00.000+01:00`. */
export function atOffset(instant: Date, minutes: number): string {
  const local = new Date(instant.getTime() + minutes * 60_000).toISOString().slice(0, -1);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${local}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** The instants of the clock changes of a zone. In UTC, they are at full or half hours. */
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

/** Instants around the clock changes of all zones in two years, and around the leap day. */
export function instantMatrix(): WrittenInstant[] {
  return zones.flatMap((zone) => {
    const offsetAt = offsetReader(zone);
    const changes = changesOf(offsetAt).flatMap((change) => aroundMs.map((ms) => change + ms));
    const leaps = leapDays.map((local) => {
      const ms = Date.parse(`${local}Z`);
      return ms - offsetAt(ms) * 60_000;
    });
    return [...changes, ...leaps].map((ms) => ({ ms, zone, text: atOffset(new Date(ms), offsetAt(ms)) }));
  });
}
