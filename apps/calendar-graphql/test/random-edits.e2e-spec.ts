import {
  dayOf,
  formatBasicUtc,
  formatInZone,
  formatUtc,
  parseTimestamp,
  requireZone,
  toInstant,
  toLocal,
} from '@almanac/recurrence';
import { type EventTimeInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { isOverride, ModelEvent, type ModelOccurrence, pad } from './calendar-model';
import { addEvent } from './event-inputs';

/** `RANDOM_EDITS=100000 npx jest random-edits` runs as many as the figure in ADR 0276. */
const EDITS = Number(process.env['RANDOM_EDITS'] ?? 1_000);
const SEED = Number(process.env['RANDOM_EDITS_SEED'] ?? 16);
const HOUR = 3_600;
const DAY = 86_400;
const MAX_EVENTS = 6;
/** The most items of `CalendarEvent.occurrences`. */
const MAX_NESTED = 100;
const ALL = { from: parseTimestamp('1990-01-01T00:00:00Z'), to: parseTimestamp('2100-01-01T00:00:00Z') };

const PAGE = `query ($filter: OccurrencesQueryFilter!, $first: Int, $after: String) {
  occurrencePage(filter: $filter, first: $first, after: $after) {
    nodes { occurrence { id utcStart utcEnd } info { title } status }
    pageInfo { endCursor hasNextPage }
  }
}`;
const EVENTS = 'query ($filter: EventsQueryFilter!) { events(filter: $filter) { id occurrences { id } } }';
const SPLIT = `mutation ($input: ChangeSeriesFromInput!) {
  changeSeriesFrom(input: $input) { event { id time { timeZone start end recurrence } } previousEvent { time { recurrence } } }
}`;

interface Page {
  nodes: {
    occurrence: { id: string; utcStart: string; utcEnd: string };
    info: { title: string }[];
    status: string;
  }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

/** Mulberry32: a small generator of random numbers with a seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

describe('random edits of series', () => {
  let calendar: TestCalendar;
  let hash: string;
  const random = randomOf(SEED);
  let model: ModelEvent[] = [];
  beforeAll(async () => {
    calendar = await TestCalendar.start(
      { MUTATIONS_PER_USER_PER_MINUTE: '1000000' },
      { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) },
    );
    ({ hash } = await calendar.addUser('owner'));
  });
  afterAll(() => calendar.stop());

  const pick = <T>(list: readonly T[]): T => {
    const index = random(list.length);
    return list.slice(index, index + 1).reduce((_, item) => item);
  };
  const mutate = <T = Record<string, unknown>>(query: string, variables: Record<string, unknown>) =>
    calendar.ask<T>(query, variables, { hash });

  const rules = ['DAILY', 'WEEKLY', 'MONTHLY', 'DAILY;INTERVAL=3', 'WEEKLY;INTERVAL=2', 'HOURLY;INTERVAL=6'];
  const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata'];

  /** From 5 to 18 o'clock local time: no hour of it lies in a gap or an overlap, also after a move by two hours. */
  function randomTime(): EventTimeInput {
    const timeZone = pick(zones);
    const zone = requireZone(timeZone, 'timeZone');
    const day = parseTimestamp(
      pick(['2024-02-25', '2026-03-20', '2026-05-01', '2028-04-25', '2040-10-20']) + 'T00:00:00Z',
    );
    const start = toInstant(zone, day + random(20) * DAY + 5 * HOUR + random(52) * 900);
    const rule = pick(rules);
    const bound = pick([`COUNT=${1 + random(12)}`, `UNTIL=${formatBasicUtc(start + random(40) * DAY)}`]);
    const length = pick([0, 900, HOUR, 5 * HOUR, 30 * HOUR]);
    return { timeZone, ...times(start, start + length, timeZone), recurrence: `FREQ=${rule};${bound}` };
  }
  const times = (start: number, end: number, timeZone: string) => {
    const zone = requireZone(timeZone, 'timeZone');
    return { start: formatInZone(zone, start), end: formatInZone(zone, end) };
  };

  async function create(): Promise<void> {
    const time = randomTime();
    const title = `Event ${random(1_000)}`;
    const id = await addEvent(calendar, hash, { time, info: [{ language: 'en', title }] });
    model.push(new ModelEvent(id, time, title));
  }

  async function remove(event: ModelEvent): Promise<void> {
    await mutate('mutation ($id: ID!) { deleteEvent(id: $id) }', { id: event.id });
    model = model.filter((each) => each !== event);
  }

  async function exclude(event: ModelEvent, recurrenceStart: number): Promise<void> {
    const lines = `${event.time.recurrence}\nEXDATE:${formatBasicUtc(recurrenceStart)}`;
    await setTime(event, { ...event.time, recurrence: lines });
  }

  async function setTime(event: ModelEvent, time: EventTimeInput): Promise<void> {
    await mutate('mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }', {
      input: { id: event.id, time },
    });
    event.changeTime(time);
  }

  /** Moves the start by hours, with the bound of the rule. */
  function movedTime(event: ModelEvent): EventTimeInput {
    const zone = requireZone(event.time.timeZone, 'timeZone');
    const [start, end] = [event.time.start, event.time.end].map((text) => parseTimestamp(text));
    const move = (random(5) - 2) * HOUR;
    const moved = (instant = 0) => toInstant(zone, toLocal(zone, instant) + move);
    const length = pick([(end ?? 0) - (start ?? 0), HOUR]);
    const unbounded = event.time.recurrence?.replace(/UNTIL=\w+/, `COUNT=${1 + random(9)}`);
    return { ...event.time, ...times(moved(start), moved(start) + length, zone.name), recurrence: unbounded };
  }

  async function change(event: ModelEvent, recurrenceStart: number, old: ModelOccurrence): Promise<void> {
    const input: Record<string, unknown> = { id: event.occurrenceId(recurrenceStart) };
    const changed = { ...old };
    if (random(2) === 0) {
      changed.start = old.start + (random(400) - 200) * HOUR + (random(20) === 0 ? 3_000 * DAY : 0);
      changed.end = changed.start + pick([0, HOUR, 50 * HOUR]);
      input['time'] = times(changed.start, changed.end, event.time.timeZone);
    }
    if (random(2) === 0) {
      changed.title = `Own ${random(1_000)}`;
      input['info'] = [{ language: 'en', title: changed.title }];
    }
    if (random(3) === 0) {
      changed.status = pick(['tentative', 'cancelled', undefined] as const);
      input['status'] = changed.status ?? 'confirmed';
    }
    await mutate('mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }', { input });
    const plain = regularOf(event, recurrenceStart);
    changed.hasOwnTime = changed.start !== plain.start || changed.end !== plain.end;
    event.occurrences.set(recurrenceStart, changed);
  }

  /** The occurrence without changes; its end follows from the length of the series. */
  function regularOf(event: ModelEvent, recurrenceStart: number): ModelOccurrence {
    const length = parseTimestamp(event.time.end) - parseTimestamp(event.time.start);
    const plain = { title: undefined, status: undefined, hasOwnTime: false };
    return { start: recurrenceStart, end: recurrenceStart + length, ...plain };
  }

  async function split(event: ModelEvent, at: number): Promise<void> {
    const zone = requireZone(event.time.timeZone, 'timeZone');
    const picked = pick([0, 0, HOUR, -HOUR, 2 * HOUR]);
    // A monthly series that moves to another day is monthly on that day: from the 31st, that is not the same difference each month.
    const isOtherDay = dayOf(toLocal(zone, at) + picked) !== dayOf(toLocal(zone, at));
    const move = isOtherDay && event.time.recurrence?.includes('MONTHLY') ? 0 : picked;
    const plain = regularOf(event, at);
    const start = toInstant(zone, toLocal(zone, at) + move);
    const title = `After ${random(1_000)}`;
    const hasTime = move !== 0 || random(2) === 0;
    const input = {
      id: event.occurrenceId(at),
      info: [{ language: 'en', title }],
      ...(hasTime && { time: times(start, start + plain.end - plain.start, zone.name) }),
    };
    const { changeSeriesFrom } = await mutate<{
      changeSeriesFrom: {
        event: { id: string; time: EventTimeInput };
        previousEvent: { time: { recurrence: string } } | null;
      };
    }>(SPLIT, { input });
    const { event: after, previousEvent } = changeSeriesFrom;
    const taken = event.takeFrom(at, move);
    const named = taken.get(start);
    const regular = { start, end: start + plain.end - plain.start, hasOwnTime: false };
    if (named) taken.set(start, { ...named, title: undefined, ...(hasTime && regular) });
    if (previousEvent) {
      event.time = { ...event.time, ...previousEvent.time };
      const created = new ModelEvent(after.id, after.time, title);
      created.occurrences = taken;
      created.isCancelled = event.isCancelled;
      model.push(created);
    } else {
      Object.assign(event, { time: after.time, title, occurrences: taken });
    }
  }

  async function toggle(event: ModelEvent): Promise<void> {
    event.isCancelled = !event.isCancelled;
    const status = event.isCancelled ? 'cancelled' : 'confirmed';
    await mutate('mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }', {
      input: { id: event.id, status },
    });
  }

  async function edit(): Promise<void> {
    if (model.length === 0 || (model.length < MAX_EVENTS && random(8) === 0)) return create();
    const event = pick(model);
    if (event.occurrences.size === 0 || model.length > MAX_EVENTS || random(25) === 0) return remove(event);
    const [recurrenceStart, occurrence] = pick([...event.occurrences]);
    const kind = random(12);
    if (kind === 0) return exclude(event, recurrenceStart);
    if (kind === 1) return setTime(event, movedTime(event));
    if (kind === 2) return toggle(event);
    if (kind <= 4) return split(event, recurrenceStart);
    if (kind <= 6) {
      await mutate('mutation ($id: ID!) { cancelOccurrence(id: $id) { status } }', {
        id: event.occurrenceId(recurrenceStart),
      });
      event.occurrences.set(recurrenceStart, { ...occurrence, status: 'cancelled' });
      return;
    }
    if (kind === 7) {
      await mutate('mutation ($id: ID!) { restoreOccurrence(id: $id) { status } }', {
        id: event.occurrenceId(recurrenceStart),
      });
      event.occurrences.set(recurrenceStart, isOverride(occurrence) ? regularOf(event, recurrenceStart) : occurrence);
      return;
    }
    return change(event, recurrenceStart, occurrence);
  }

  async function readPages(from: number, to: number, first: number): Promise<string[]> {
    const filter = { from: formatUtc(from), to: formatUtc(to) };
    const lines: string[] = [];
    for (let after: string | null = null; ;) {
      const { occurrencePage }: { occurrencePage: Page } = await calendar.ask(PAGE, { filter, first, after });
      for (const { occurrence, info, status } of occurrencePage.nodes) {
        const [start, end] = [occurrence.utcStart, occurrence.utcEnd].map((text) => pad(parseTimestamp(text)));
        lines.push([start, end, occurrence.id, info[0]?.title, status].join(' '));
      }
      after = occurrencePage.pageInfo.endCursor;
      if (!occurrencePage.pageInfo.hasNextPage) return lines;
    }
  }

  async function compare(): Promise<void> {
    const from = ALL.from + random(2) * (parseTimestamp(pick(model).time.start) - ALL.from + random(20) * DAY);
    const to = random(2) === 0 ? ALL.to : from + (1 + random(60 * 24)) * HOUR;
    const expected = model.flatMap((event) => event.lines(from, to)).sort();
    expect(await readPages(from, to, pick([1_000, 1_000, 7]))).toEqual(expected);
    const { events } = await calendar.ask<{ events: { id: string; occurrences: { id: string }[] }[] }>(EVENTS, {
      filter: { from: formatUtc(from), to: formatUtc(to), limit: 50 },
    });
    const nested = model.flatMap((event) => event.lines(from, to).sort().slice(0, MAX_NESTED));
    const listed = events.flatMap(({ occurrences }) => occurrences.map(({ id }) => id)).sort();
    expect(listed).toEqual(nested.map((line) => line.split(' ')[2]).sort());
  }

  it(
    `leave the calendar as a naive model of ${EDITS} edits says`,
    async () => {
      for (let count = 0; count < EDITS; count += 1) {
        await edit();
        if (count % 2 === 0 && model.length > 0) await compare();
      }
    },
    60_000 + EDITS * 200,
  );
});
