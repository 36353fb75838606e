import { type EpochSeconds, formatBasicUtc, formatBasicLocal, toLocal, type Zone } from '@almanac/recurrence';
import { type ICalDayJsStub } from 'ical-generator';

/**
 * An instant that writes itself on a zone's clock, by our zone data. ical-generator formats Dates with the host's zone
 * and the runtime's data, and takes any object of day.js's shape instead.
 */
export class ZonedTime implements ICalDayJsStub {
  constructor(
    private readonly instant: EpochSeconds,
    private readonly zone: Zone | undefined,
  ) {}

  /** @param pattern `YYYYMMDD` or `HHmmss`, the two that ical-generator asks for. */
  format(pattern = 'YYYYMMDD'): string {
    const text = this.zone ? formatBasicLocal(toLocal(this.zone, this.instant)) : formatBasicUtc(this.instant);
    return pattern === 'HHmmss' ? text.slice(9, 15) : text.slice(0, 8);
  }

  /** The zone is known already; ical-generator only repeats it. */
  tz(): ICalDayJsStub {
    return this;
  }

  utc(): ICalDayJsStub {
    return new ZonedTime(this.instant, undefined);
  }

  toDate(): Date {
    return new Date(this.instant * 1000);
  }

  toJSON(): string {
    return this.toDate().toJSON();
  }

  isValid(): boolean {
    return Number.isFinite(this.instant);
  }
}
