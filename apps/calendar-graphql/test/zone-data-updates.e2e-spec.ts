import { type CalendarEvent, rederiveOccurrences } from '@almanac/entities';
import { seriesOfStored, timesByCurrentZoneData, toStorableSeries } from '@almanac/recurrence';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const NOW = new Date('2026-05-05T12:00:00Z');
const CHANGE = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';
const CANCEL = 'mutation ($id: ID!) { cancelOccurrence(id: $id) { status } }';
const OCCURRENCES = 'query ($filter: OccurrencesQueryFilter!) { occurrences(filter: $filter) { utcStart } }';

const seriesOf = ({ timeZone, startAt: start, endAt: end, recurrence, overriddenAt: overridden }: CalendarEvent) =>
  toStorableSeries(seriesOfStored({ timeZone, start, end, recurrence, overridden }));

/** Occurrences of an event in Berlin, which had another offset in the zone data of an earlier release. */
describe('an update of the zone data', () => {
  let calendar: TestCalendar;
  let owner: { hash: string };
  let id: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(NOW) });
    owner = await calendar.addUser('owner');
  });
  afterAll(() => calendar.stop());
  afterEach(() => calendar.source.query('delete from calendar.events'));

  /** Adds an event of one hour. @param start its local time in Berlin, in summer */
  async function add(start: string, recurrence?: string): Promise<void> {
    const end = `${start.slice(0, 11)}${String(Number(start.slice(11, 13)) + 1).padStart(2, '0')}${start.slice(13)}`;
    const time = { timeZone: 'Europe/Berlin', start: `${start}+02:00`, end: `${end}+02:00`, recurrence };
    id = await addEvent(calendar, owner.hash, { time });
  }

  /** Updates the zone data. @param error the error of the stored instants, e.g. `1 hour` if they are an hour too late */
  async function update(error: string): Promise<void> {
    const later = (...columns: string[]) => columns.map((name) => `${name} = ${name} + interval '${error}'`).join();
    const { source } = calendar;
    await source.query(`update calendar.occurrences set ${later('start_at', 'end_at')}`);
    await source.query(`update calendar.occurrence_overrides set ${later('recurrence_at', 'start_at', 'end_at')}`);
    await source.query(
      `update calendar.events e set ${later('start_at', 'end_at')}, zone_data_release = '1999a',
         overridden_at = array(select recurrence_at from calendar.occurrence_overrides where event_id = e.id order by 1)`,
    );
    const options = { now: NOW, zoneDataRelease: '2026z', timesOf: timesByCurrentZoneData, seriesOf };
    expect(await rederiveOccurrences(source, options)).toBe(1);
  }

  const starts = async (from: string, to: string): Promise<string[]> => {
    const filter = { from: `${from}T00:00:00Z`, to: `${to}T00:00:00Z` };
    const { occurrences } = await calendar.ask<{ occurrences: { utcStart: string }[] }>(OCCURRENCES, { filter });
    return occurrences.map(({ utcStart }) => utcStart);
  };

  it('keeps the local time of a series that began in the past, and its cancelled occurrences', async () => {
    await add('2026-04-06T09:00:00', 'FREQ=WEEKLY');
    await calendar.ask(CANCEL, { id: `${id}_20260511T070000Z` }, owner);
    await update('1 hour');
    expect(await starts('2026-05-06', '2026-05-30')).toEqual(['2026-05-18T07:00:00Z', '2026-05-25T07:00:00Z']);
  });

  it('keeps an event that has begun by the new data only', async () => {
    await add('2026-05-05T13:30:00');
    await update('1 hour');
    expect(await starts('2026-05-05', '2026-05-06')).toEqual(['2026-05-05T11:30:00Z']);
  });

  it('keeps the occurrence of a day that has begun by the old data, and does not repeat it', async () => {
    await add('2026-04-01T14:30:00', 'FREQ=DAILY');
    await update('-1 hour');
    expect(await starts('2026-05-05', '2026-05-07')).toEqual(['2026-05-05T11:30:00Z', '2026-05-06T12:30:00Z']);
  });

  it('does not repeat a changed occurrence that has begun by the old data', async () => {
    await add('2026-04-01T14:30:00', 'FREQ=DAILY');
    const input = { id: `${id}_20260505T123000Z`, info: [{ language: 'en', title: 'Another title' }] };
    await calendar.ask(CHANGE, { input }, owner);
    await update('-1 hour');
    expect(await starts('2026-05-05', '2026-05-07')).toEqual(['2026-05-05T11:30:00Z', '2026-05-06T12:30:00Z']);
  });
});
