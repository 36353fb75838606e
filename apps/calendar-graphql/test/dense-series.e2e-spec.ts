import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

interface Found {
  utcStart: string;
  event: { id: string };
}

const OCCURRENCES = `query ($filter: OccurrencesQueryFilter!) { occurrences(filter: $filter) { utcStart event { id } } }`;
/** More than the service caches. */
const COPIES = 2_100;

describe('dense series, which the table does not contain', () => {
  let calendar: TestCalendar;
  let hash: string;
  let id: string;
  const filter = { from: '2026-05-05T00:00:00Z', to: '2026-05-05T06:00:00Z' };
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    ({ hash } = await calendar.addUser());
    const time = { timeZone: 'UTC', start: '2026-01-01T00:30:00Z', end: '2026-01-01T00:40:00Z' };
    id = await addEvent(calendar, hash, { time: { ...time, recurrence: 'FREQ=HOURLY' }, meta: { tags: ['Hourly'] } });
  });
  afterAll(() => calendar.stop());

  const find = async (more: object = {}) =>
    (await calendar.ask<{ occurrences: Found[] }>(OCCURRENCES, { filter: { ...filter, ...more } })).occurrences;
  /** Changes an event like another process. */
  const change = (assignment: string, changed: string) =>
    calendar.source.query(`update calendar.events set ${assignment}, revision = revision + 1 where id = $1`, [changed]);

  it('are found with the stored occurrences, and by their categories', async () => {
    const hours = ['00', '01', '02', '03', '04', '05'].map((hour) => `2026-05-05T${hour}:30:00Z`);
    expect((await find()).map(({ utcStart }) => utcStart)).toEqual(hours);
    expect(await find({ categories: [' hourly'] })).toHaveLength(6);
    expect(await find({ categories: ['other'] })).toEqual([]);
  });

  it('are current after another process changes them', async () => {
    await change(`recurrence = 'FREQ=HOURLY;BYMINUTE=0,30'`, id);
    expect(await find()).toHaveLength(12);
    await change(`status = 'cancelled'`, id);
    expect(await find()).toEqual([]);
    await change(`status = 'confirmed', recurrence = 'FREQ=HOURLY'`, id);
    expect(await find()).toHaveLength(6);
  });

  it('are all found when there are too many to cache', async () => {
    await calendar.source.query(
      `insert into calendar.events
       select (jsonb_populate_record(e, jsonb_build_object('id', left(md5(e.id || n), 24)))).*
       from calendar.events e, generate_series(1, $1::integer) n`,
      [COPIES],
    );
    const found = await find({ limit: 1_000 });
    expect(new Set(found.map(({ event }) => event.id)).size).toBe(1_000);
    expect(new Set(found.map(({ utcStart }) => utcStart))).toEqual(new Set(['2026-05-05T00:30:00Z']));
    const after = await find({ limit: 1_000, from: '2026-05-05T05:00:00Z' });
    expect(after).toHaveLength(1_000);
  });
});
