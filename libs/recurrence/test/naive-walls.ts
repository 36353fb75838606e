import { modulo } from '../src/civil';

const DAY = 86_400;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** Days after the start that the walk looks at. */
export const WALKED_DAYS = 800;

interface Day {
  number: number;
  year: number;
  month: number;
  day: number;
  /** 0 is Monday. */
  weekday: number;
}

function dayOf(number: number): Day {
  const date = new Date(number * DAY * 1000);
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: modulo(number + 3, 7),
  };
}

const firstOf = (year: number, month: number) => Date.UTC(year, month - 1, 1) / 1000 / DAY;

/** Whether BYDAY's `ordinal` names the day, counted within [first, next), from its end where negative. */
function isNth({ number }: Day, ordinal: number, first: number, next: number): boolean {
  if (ordinal === 0) return true;
  const index = ordinal > 0 ? Math.floor((number - first) / 7) + 1 : -Math.floor((next - 1 - number) / 7) - 1;
  return index === ordinal;
}

/** A rule read without any checks, for a model that is slow and has nothing in common with the expansion. */
class NaiveRule {
  private readonly read = new Map<string, number[] | undefined>();
  private readonly parts: ReadonlyMap<string, string>;
  readonly frequency: string;
  readonly interval: number;

  constructor(
    text: string,
    private readonly startWall: number,
  ) {
    this.parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]));
    this.frequency = this.parts.get('FREQ') ?? '';
    this.interval = Number(this.parts.get('INTERVAL') ?? 1);
  }

  numbers(name: string): number[] | undefined {
    if (!this.read.has(name)) this.read.set(name, this.parts.get(name)?.split(',').map(Number));
    return this.read.get(name);
  }

  get isSubDaily(): boolean {
    return this.frequency === 'HOURLY' || this.frequency === 'MINUTELY';
  }

  /** The number of the FREQ interval a wall time lies in. */
  periodOf(wall: number): number {
    const day = dayOf(Math.floor(wall / DAY));
    const weekStart = WEEKDAYS.indexOf(this.parts.get('WKST') ?? 'MO');
    switch (this.frequency) {
      case 'YEARLY':
        return day.year;
      case 'MONTHLY':
        return day.year * 12 + day.month;
      case 'WEEKLY':
        return Math.floor((day.number + 3 - weekStart) / 7);
      case 'DAILY':
        return day.number;
      default:
        return Math.floor(wall / (this.frequency === 'HOURLY' ? 3600 : 60));
    }
  }

  hasDay(day: Day): boolean {
    const start = dayOf(Math.floor(this.startWall / DAY));
    const byMonth = this.numbers('BYMONTH');
    const byMonthDay = this.numbers('BYMONTHDAY');
    const byYearDay = this.numbers('BYYEARDAY');
    const byDay = this.parts.get('BYDAY')?.split(',');
    const isOpen = !byMonthDay && !byYearDay && !byDay;
    const months = byMonth ?? (isOpen && this.frequency === 'YEARLY' ? [start.month] : undefined);
    if (months && !months.includes(day.month)) return false;
    const fromEnd = day.number - firstOf(day.year, day.month + 1);
    const fromYearEnd = day.number - firstOf(day.year + 1, 1);
    if (byMonthDay && !byMonthDay.some((each) => each === day.day || each === fromEnd)) return false;
    const yearDay = day.number - firstOf(day.year, 1) + 1;
    if (byYearDay && !byYearDay.some((each) => each === yearDay || each === fromYearEnd)) return false;
    if (byDay) return byDay.some((each) => this.isNamed(day, each));
    if (!isOpen) return true;
    if (this.frequency === 'WEEKLY') return day.weekday === start.weekday;
    return this.frequency === 'MONTHLY' || this.frequency === 'YEARLY' ? day.day === start.day : true;
  }

  private isNamed(day: Day, name: string): boolean {
    if (WEEKDAYS[day.weekday] !== name.slice(-2)) return false;
    const ordinal = Number(name.slice(0, -2));
    const isOfYear = this.frequency === 'YEARLY' && !this.parts.has('BYMONTH');
    return isOfYear
      ? isNth(day, ordinal, firstOf(day.year, 1), firstOf(day.year + 1, 1))
      : isNth(day, ordinal, firstOf(day.year, day.month), firstOf(day.year, day.month + 1));
  }

  /** Minutes of the day, ascending. */
  minutesOfDay(): number[] {
    const startMinute = modulo(Math.floor(this.startWall / 60), 1440);
    const hours = this.numbers('BYHOUR') ?? (this.isSubDaily ? undefined : [Math.floor(startMinute / 60)]);
    const minutes = this.numbers('BYMINUTE') ?? (this.frequency === 'MINUTELY' ? undefined : [startMinute % 60]);
    return Array.from({ length: 1440 }, (_, minute) => minute).filter(
      (minute) => (hours?.includes(Math.floor(minute / 60)) ?? true) && (minutes?.includes(minute % 60) ?? true),
    );
  }
}

/**
 * The wall times (in seconds, on whole minutes) a rule gives after its start, by looking at each day for some years and at
 * each minute. No BYWEEKNO.
 */
export function* naiveWalls(text: string, startWall: number): Generator<number> {
  const rule = new NaiveRule(text, startWall);
  const minutes = rule.minutesOfDay();
  const startPeriod = rule.periodOf(startWall);
  const positions = rule.numbers('BYSETPOS');
  let period = NaN;
  let candidates: number[] = [];
  const chosen = () =>
    (positions
      ? candidates.filter((_, i) => positions.some((at) => at === i + 1 || at === i - candidates.length))
      : candidates
    ).filter((wall) => wall > startWall);
  const startDay = Math.floor(startWall / DAY);
  // The first interval begins up to a year before the start, and the last ends up to a year after the days looked at.
  for (let number = startDay - (rule.isSubDaily ? 1 : 366); number < startDay + WALKED_DAYS + 366; number += 1) {
    if (!rule.hasDay(dayOf(number))) continue;
    for (const minute of minutes) {
      const wall = number * DAY + minute * 60;
      const index = rule.periodOf(wall);
      if (index < startPeriod || (index - startPeriod) % rule.interval !== 0) continue;
      if (index !== period) {
        yield* chosen();
        [period, candidates] = [index, []];
      }
      candidates.push(wall);
    }
  }
  yield* chosen();
}
