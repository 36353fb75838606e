import { type EpochSeconds, formatBasicUtc, formatBasicLocal, toLocal, type Zone } from '@almanac/recurrence';
import { type ICalDayJsStub } from 'ical-generator';

/**
 * An instant that formats itself by the zone data of libs/recurrence. ical-generator would format a `Date` by the zone of the host and the
 * zone data of Node.js, but it also accepts an object with the interface of day.js.
 */
export class ZonedTime implements ICalDayJsStub {
  constructor(
    private readonly instant: EpochSeconds,
    /** Undefined for UTC. */
    private readonly zone: Zone | undefined,
  ) {}

  /** @param pattern `YYYYMMDD` or `HHmmss`, the only two that ical-generator uses */
  format(pattern = 'YYYYMMDD'): string {
    const text = this.zone ? formatBasicLocal(toLocal(this.zone, this.instant)) : formatBasicUtc(this.instant);
    return pattern === 'HHmmss' ? text.slice(9, 15) : text.slice(0, 8);
  }

  /** ical-generator passes the zone that this object already has. */
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
