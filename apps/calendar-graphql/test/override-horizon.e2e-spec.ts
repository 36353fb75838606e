import { type CalendarEvent, extendHorizon, rederiveOccurrences } from '@almanac/entities';
import { seriesOfStored, timesByCurrentZoneData, toStorableSeries } from '@almanac/recurrence';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const TODAY = new Date('2026-05-05T12:00:00Z');
const LATER = new Date('2026-08-05T12:00:00Z');
const PAGE = `query ($filter: OccurrencesQueryFilter!) {
  occurrencePage(filter: $filter, first: 500) { nodes { occurrence { id utcStart utcEnd } status info { title } } }
}`;
const CHANGE = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';

const seriesOf = ({ timeZone, startAt: start, endAt: end, recurrence, overriddenAt: overridden }: CalendarEvent) =>
  toStorableSeries(seriesOfStored({ timeZone, start, end, recurrence, overridden }));

describe('the stored time span of a series with overrides', () => {
  let calendar: TestCalendar;
  const filter = { from: '2026-05-01T00:00:00Z', to: '2029-01-01T00:00:00Z' };
  let before: Record<string, unknown>;
  let id: string;

  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(TODAY) });
    const { hash } = await calendar.addUser();
    const time = { timeZone: 'Europe/Berlin', start: '2026-01-05T09:00:00+01:00', end: '2026-01-05T10:00:00+01:00' };
    id = await addEvent(calendar, hash, { time: { ...time, recurrence: 'FREQ=WEEKLY' } });
    const change = (start: string, parts: object) =>
      calendar.ask(CHANGE, { input: { id: `${id}_${start}`, ...parts } }, { hash });
    const own = (start: string, end: string) => ({ time: { start, end } });
    // Before, at and after the end of the stored time span, 2028-05-05, and of the next one.
    await change('20260511T070000Z', { status: 'cancelled' });
    await change('20280501T070000Z', { info: [{ language: 'en', title: 'Own' }] });
    await change('20280508T070000Z', { status: 'cancelled' });
    await change('20280710T070000Z', own('2026-06-03T12:00:00+02:00', '2026-06-03T13:00:00+02:00'));
    await change('20260518T070000Z', own('2028-11-10T12:00:00+01:00', '2028-11-10T13:00:00+01:00'));
    await change('20281106T080000Z', { status: 'cancelled' });
    before = await calendar.ask(PAGE, { filter });
  });
  afterAll(() => calendar.stop());

  it('shows each change, near and far', () => {
    const { occurrencePage } = before as { occurrencePage: { nodes: { info: { title: string }[] }[] } };
    expect(occurrencePage.nodes).toHaveLength(139 - 3);
    expect(occurrencePage.nodes.filter(({ info }) => info[0]?.title === 'Own')).toHaveLength(1);
  });

  it('changes nothing when it is extended', async () => {
    expect(await extendHorizon(calendar.source, { now: LATER, seriesOf })).toBe(1);
    expect(await calendar.ask(PAGE, { filter })).toEqual(before);
    const [stored] = await calendar.source.query<{ count: number }[]>(
      `select count(*)::int as count from calendar.occurrences o join calendar.events e on e.id = o.event_id
       where o.start_at = any(e.overridden_at)`,
    );
    expect(stored?.count).toBe(0);
  });

  it('is derived again by local time after an update of the zone data', async () => {
    // As if the previous release had been wrong by an hour.
    await calendar.source.query(
      `update calendar.occurrence_overrides set recurrence_at = recurrence_at + interval '1 hour',
         start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour' where recurrence_at > $1`,
      [LATER],
    );
    await calendar.source.query(
      `update calendar.events set zone_data_release = '1999a',
         overridden_at = (select array_agg(recurrence_at order by 1) from calendar.occurrence_overrides where event_id = id)`,
    );
    const options = { now: LATER, zoneDataRelease: '2026z', timesOf: timesByCurrentZoneData, seriesOf };
    expect(await rederiveOccurrences(calendar.source, options)).toBe(1);
    expect(await calendar.ask(PAGE, { filter })).toEqual(before);
  });
});
