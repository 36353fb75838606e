import {
  dayOf,
  expand,
  formatBasicUtc,
  parseTimestamp,
  readSeries,
  requireZone,
  toInstant,
  toLocal,
} from '@almanac/recurrence';
import { type EventTimeInput } from '../src/generated/schema-types';

const HOUR = 3_600;

/** One occurrence of the model. */
export interface ModelOccurrence {
  start: number;
  end: number;
  title: string | undefined;
  status: 'tentative' | 'cancelled' | undefined;
  hasOwnTime: boolean;
}

/** An event with all its occurrences, each under the start that its series gives it. */
export class ModelEvent {
  occurrences: Map<number, ModelOccurrence>;
  isCancelled = false;

  constructor(
    public id: string,
    public time: EventTimeInput,
    public title: string,
  ) {
    this.occurrences = regular(time);
  }

  occurrenceId(recurrenceStart: number): string {
    return `${this.id}_${formatBasicUtc(recurrenceStart)}`;
  }

  /** What a client sees, as comparable strings in the order of pages. */
  lines(from: number, to: number): string[] {
    if (this.isCancelled) return [];
    const visible = [...this.occurrences].filter(
      ([, { start, end, status }]) =>
        status !== 'cancelled' && start < to && (end > from || (start === end && start >= from)),
    );
    return visible.map(([recurrenceStart, { start, end, title, status }]) =>
      [pad(start), pad(end), this.occurrenceId(recurrenceStart), title ?? this.title, status ?? 'confirmed'].join(' '),
    );
  }

  /** A new time for the series: an override goes to the occurrence at the same start, else to the only one of the same local day. */
  changeTime(time: EventTimeInput): void {
    const [oldZone, zone] = [this.time.timeZone, time.timeZone].map((name) => requireZone(name, 'timeZone'));
    const overrides = [...this.occurrences].filter(([, each]) => isOverride(each));
    const all = regular(time);
    const taken = new Set<number>();
    const place = (recurrenceStart: number, override: ModelOccurrence): void => {
      const target = all.get(recurrenceStart);
      if (!target) throw new Error('There is no such occurrence.');
      taken.add(recurrenceStart);
      all.set(recurrenceStart, override.hasOwnTime ? override : { ...override, start: target.start, end: target.end });
    };
    const left = overrides.filter(([recurrenceStart, override]) => {
      if (!all.has(recurrenceStart)) return true;
      place(recurrenceStart, override);
      return false;
    });
    const unexcluded = regular({ ...time, recurrence: time.recurrence?.replaceAll(/\n?EXDATE[^\n]*/g, '') });
    for (const [recurrenceStart, override] of left) {
      if (unexcluded.has(recurrenceStart) || !oldZone || !zone) continue;
      const day = dayOf(toLocal(oldZone, recurrenceStart));
      const onDay = [...all.keys()].filter((start) => dayOf(toLocal(zone, start)) === day);
      if (onDay.length === 1 && onDay[0] !== undefined && !taken.has(onDay[0])) place(onDay[0], override);
    }
    this.time = time;
    this.occurrences = all;
  }

  /** The local time by the rule: in a gap of an hour, the occurrence is an hour later. RDATEs before the start have no rule. */
  private ruleLocalTime(instant: number): number {
    const zone = requireZone(this.time.timeZone, 'timeZone');
    const [start, shown] = [parseTimestamp(this.time.start), toLocal(zone, instant)];
    const step = this.time.recurrence?.includes('HOURLY;INTERVAL=6') ? 6 * HOUR : 24 * HOUR;
    const isByRule = instant < start || (shown - toLocal(zone, start)) % step === 0;
    return isByRule ? shown : shown - HOUR;
  }

  /** Takes the occurrences from `at` on, moved by some local time, with their changes. */
  takeFrom(at: number, move: number): Map<number, ModelOccurrence> {
    const zone = requireZone(this.time.timeZone, 'timeZone');
    const shift = (instant: number) =>
      move === 0 ? instant : toInstant(zone, (instant === at ? toLocal(zone, at) : this.ruleLocalTime(instant)) + move);
    const taken = [...this.occurrences].filter(([recurrenceStart]) => recurrenceStart >= at);
    for (const [recurrenceStart] of taken) this.occurrences.delete(recurrenceStart);
    return new Map(
      taken.map(([recurrenceStart, each]) => {
        const start = shift(recurrenceStart);
        const moved = { ...each, start, end: start + each.end - each.start };
        return [start, each.hasOwnTime || move === 0 ? each : moved];
      }),
    );
  }
}

export const pad = (instant: number): string => String(instant).padStart(12, '0');

/** Whether an occurrence differs from its series. */
export function isOverride({ title, status, hasOwnTime }: ModelOccurrence): boolean {
  return title !== undefined || status !== undefined || hasOwnTime;
}

/** The occurrences of a finite series without changes. */
function regular(time: EventTimeInput): Map<number, ModelOccurrence> {
  const plain = { title: undefined, status: undefined, hasOwnTime: false };
  const series = readSeries(time);
  if (!time.recurrence) throw new Error(`Only series: ${parseTimestamp(time.start)}`);
  return new Map(expand(series).map(({ start, end }) => [start, { start, end, ...plain }]));
}
