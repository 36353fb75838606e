import { modulo } from '../src/civil';

const DAY = 86_400;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
/** The naive expansion reads so many days after the start. */
export const WALKED_DAYS = 800;

interface Day {
  /** Days since 1970-01-01, for this and all other days below. */
  number: number;
  year: number;
  month: number;
  day: number;
  /** 0 is Monday. */
  weekday: number;
  firstOfMonth: number;
  firstOfNextMonth: number;
  firstOfYear: number;
  firstOfNextYear: number;
}

const firstOf = (year: number, month: number) => Date.UTC(year, month - 1, 1) / 1000 / DAY;
const knownDays = new Map<number, Day>();

function readDay(number: number): Day {
  const date = new Date(number * DAY * 1000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  return {
    number,
    year,
    month,
    day: date.getUTCDate(),
    weekday: modulo(number + 3, 7),
    firstOfMonth: firstOf(year, month),
    firstOfNextMonth: firstOf(year, month + 1),
    firstOfYear: firstOf(year, 1),
    firstOfNextYear: firstOf(year + 1, 1),
  };
}

function dayOf(number: number): Day {
  const known = knownDays.get(number);
  if (known) return known;
  const day = readDay(number);
  knownDays.set(number, day);
  return day;
}

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
  private readonly byDay: string[] | undefined;
  private readonly start: Day;
  readonly frequency: string;
  readonly interval: number;
  readonly weekStart: number;

  constructor(
    text: string,
    private readonly startLocal: number,
  ) {
    this.parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]));
    this.frequency = this.parts.get('FREQ') ?? '';
    this.interval = Number(this.parts.get('INTERVAL') ?? 1);
    this.weekStart = WEEKDAYS.indexOf(this.parts.get('WKST') ?? 'MO');
    this.byDay = this.parts.get('BYDAY')?.split(',');
    this.start = dayOf(Math.floor(startLocal / DAY));
  }

  numbers(name: string): number[] | undefined {
    if (!this.read.has(name)) this.read.set(name, this.parts.get(name)?.split(',').map(Number));
    return this.read.get(name);
  }

  get isSubDaily(): boolean {
    return this.frequency === 'HOURLY' || this.frequency === 'MINUTELY';
  }

  /** The number of the FREQ interval that contains a local time. */
  periodOf(local: number): number {
    const day = dayOf(Math.floor(local / DAY));
    switch (this.frequency) {
      case 'YEARLY':
        return day.year;
      case 'MONTHLY':
        return day.year * 12 + day.month;
      case 'WEEKLY':
        return Math.floor((day.number + 3 - this.weekStart) / 7);
      case 'DAILY':
        return day.number;
      default:
        return Math.floor(local / (this.frequency === 'HOURLY' ? 3600 : 60));
    }
  }

  hasDay(day: Day): boolean {
    const byMonth = this.numbers('BYMONTH');
    const byMonthDay = this.numbers('BYMONTHDAY');
    const byYearDay = this.numbers('BYYEARDAY');
    const isOpen = !byMonthDay && !byYearDay && !this.byDay;
    const months = byMonth ?? (isOpen && this.frequency === 'YEARLY' ? [this.start.month] : undefined);
    if (months && !months.includes(day.month)) return false;
    const fromEnd = day.number - day.firstOfNextMonth;
    const fromYearEnd = day.number - day.firstOfNextYear;
    if (byMonthDay && !byMonthDay.some((each) => each === day.day || each === fromEnd)) return false;
    const yearDay = day.number - day.firstOfYear + 1;
    if (byYearDay && !byYearDay.some((each) => each === yearDay || each === fromYearEnd)) return false;
    if (this.byDay) return this.byDay.some((each) => this.isNamed(day, each));
    if (!isOpen) return true;
    if (this.frequency === 'WEEKLY') return day.weekday === this.start.weekday;
    return this.frequency === 'MONTHLY' || this.frequency === 'YEARLY' ? day.day === this.start.day : true;
  }

  private isNamed(day: Day, name: string): boolean {
    if (WEEKDAYS[day.weekday] !== name.slice(-2)) return false;
    const ordinal = Number(name.slice(0, -2));
    const isOfYear = this.frequency === 'YEARLY' && !this.parts.has('BYMONTH');
    return isOfYear
      ? isNth(day, ordinal, day.firstOfYear, day.firstOfNextYear)
      : isNth(day, ordinal, day.firstOfMonth, day.firstOfNextMonth);
  }

  /** Minutes of the day, ascending. */
  minutesOfDay(): number[] {
    const startMinute = modulo(Math.floor(this.startLocal / 60), 1440);
    const hours = this.numbers('BYHOUR') ?? (this.isSubDaily ? undefined : [Math.floor(startMinute / 60)]);
    const minutes = this.numbers('BYMINUTE') ?? (this.frequency === 'MINUTELY' ? undefined : [startMinute % 60]);
    return Array.from({ length: 1440 }, (_, minute) => minute).filter(
      (minute) => (hours?.includes(Math.floor(minute / 60)) ?? true) && (minutes?.includes(minute % 60) ?? true),
    );
  }
}

/**
 * The local times (in seconds, on whole minutes) of a rule after its start, ascending. Reads each day of some years and each
 * minute of the day. Does not know BYWEEKNO.
 */
export function* naiveLocalTimes(text: string, startLocal: number): Generator<number> {
  const rule = new NaiveRule(text, startLocal);
  const minutes = rule.minutesOfDay();
  const startPeriod = rule.periodOf(startLocal);
  const positions = rule.numbers('BYSETPOS');
  let period = NaN;
  let candidates: number[] = [];
  const chosen = () =>
    (positions
      ? candidates.filter((_, i) => positions.some((at) => at === i + 1 || at === i - candidates.length))
      : candidates
    ).filter((local) => local > startLocal);
  const startDay = Math.floor(startLocal / DAY);
  // The first interval begins up to a year before the start. The last one ends up to a year after the walked days.
  for (let number = startDay - (rule.isSubDaily ? 1 : 366); number < startDay + WALKED_DAYS + 366; number += 1) {
    if (!rule.hasDay(dayOf(number))) continue;
    for (const minute of minutes) {
      const local = number * DAY + minute * 60;
      const index = rule.periodOf(local);
      if (index < startPeriod || (index - startPeriod) % rule.interval !== 0) continue;
      if (index !== period) {
        yield* chosen();
        [period, candidates] = [index, []];
      }
      candidates.push(local);
    }
  }
  yield* chosen();
}
