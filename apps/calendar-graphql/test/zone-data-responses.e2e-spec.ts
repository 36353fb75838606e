import { type CalendarEvent, rederiveOccurrences } from '@almanac/entities';
import { seriesOfStored, timesByCurrentZoneData, toStorableSeries } from '@almanac/recurrence';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { ANSWER, LIST, type ResponseList, SET } from './rsvp-guests';

const TODAY = new Date('2026-05-05T12:00:00Z');
const CHANGE = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';
const ZONE_DATA = { zoneDataRelease: '2026z', timesOf: timesByCurrentZoneData };

const seriesOf = ({ timeZone, startAt: start, endAt: end, recurrence, overriddenAt: overridden }: CalendarEvent) =>
  toStorableSeries(seriesOfStored({ timeZone, start, end, recurrence, overridden }));

describe('answers after an update of the zone data', () => {
  let calendar: TestCalendar;
  let owner: { hash: string };
  let guest: { hash: string };
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(TODAY) });
    owner = await calendar.addUser('owner');
    guest = await calendar.addUser('guest');
  });
  afterAll(() => calendar.stop());

  async function addOpenEvent(recurrence?: string): Promise<string> {
    const time = { timeZone: 'Europe/Berlin', start: '2026-06-01T09:00:00+02:00', end: '2026-06-01T10:00:00+02:00' };
    const id = await addEvent(calendar, owner.hash, { time: { ...time, recurrence } });
    await calendar.ask(SET, { input: { eventId: id } }, owner);
    return id;
  }

  const answer = (occurrenceId: string): Promise<unknown> =>
    calendar.ask(ANSWER, { input: { occurrenceId, answer: 'YES' } }, guest);
  const responsesTo = async (id: string): Promise<number> =>
    (await calendar.ask<{ rsvpResponses: ResponseList }>(LIST, { id }, owner)).rsvpResponses.nodes.length;

  /** As if the previous release had been wrong by an hour. */
  async function shiftStoredTimes(): Promise<void> {
    const later = (columns: string[]) => columns.map((column) => `${column} = ${column} + interval '1 hour'`).join();
    const { source } = calendar;
    await source.query(`update calendar.occurrences set ${later(['start_at', 'end_at'])}`);
    await source.query(`update calendar.occurrence_overrides set ${later(['recurrence_at', 'start_at', 'end_at'])}`);
    await source.query(`update calendar.rsvp_responses set ${later(['recurrence_at', 'ends_at'])}`);
    await source.query(
      `update calendar.events e set ${later(['start_at', 'end_at'])}, zone_data_release = '1999a',
         overridden_at = array(select recurrence_at from calendar.occurrence_overrides where event_id = e.id order by 1)`,
    );
  }

  it('belong to the same occurrences', async () => {
    const [single, daily] = [await addOpenEvent(), await addOpenEvent('FREQ=DAILY')];
    const moved = `${daily}_20260610T070000Z`;
    const time = { start: '2026-06-10T15:00:00+02:00', end: '2026-06-10T16:00:00+02:00' };
    await calendar.ask(CHANGE, { input: { id: moved, time } }, owner);
    const ids = [`${single}_20260601T070000Z`, `${daily}_20260602T070000Z`, `${daily}_20260603T070000Z`, moved];
    for (const id of ids) await answer(id);
    const stored = () =>
      calendar.source.query(
        'select recurrence_at, ends_at from calendar.rsvp_responses order by event_id, recurrence_at',
      );
    const before = await stored();
    await shiftStoredTimes();
    await rederiveOccurrences(calendar.source, { ...ZONE_DATA, now: TODAY, seriesOf });
    expect(await stored()).toEqual(before);
    for (const id of ids) expect(await responsesTo(id)).toBe(1);
  });
});
