import { TestCalendar } from './calendar';

const PREVIEW = `query ($input: PreviewInput!, $first: Int) {
  previewOccurrences(input: $input, first: $first) { start end isAllDay }
}`;
const TIME = { timeZone: 'Europe/Lisbon', start: '2026-10-13T09:00:00+01:00', end: '2026-10-13T10:00:00+01:00' };

interface Preview {
  previewOccurrences: { start: string; end: string; isAllDay: boolean }[];
}

describe('the preview of occurrences', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start();
    ({ hash } = await calendar.addUser('planner'));
  });
  afterAll(() => calendar.stop());

  const preview = async (time: object, first?: number) =>
    (await calendar.ask<Preview>(PREVIEW, { input: { time }, first }, { hash })).previewOccurrences;

  it('has the first ten occurrences in the zone of the time, across its changes of offset', async () => {
    const all = await preview({ ...TIME, recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU' });
    expect(all).toHaveLength(10);
    expect(all.slice(0, 2)).toEqual([
      { start: '2026-10-13T09:00:00+01:00', end: '2026-10-13T10:00:00+01:00', isAllDay: false },
      { start: '2026-10-27T09:00:00+00:00', end: '2026-10-27T10:00:00+00:00', isAllDay: false },
    ]);
    expect(await preview({ ...TIME, recurrence: 'FREQ=DAILY' }, 1_000)).toHaveLength(100);
  });

  it('has one occurrence without a rule, and marks whole days', async () => {
    const days = { timeZone: 'Europe/Lisbon', start: '2026-12-24T00:00:00Z', end: '2026-12-27T00:00:00Z' };
    expect(await preview(days)).toEqual([
      { start: '2026-12-24T00:00:00+00:00', end: '2026-12-27T00:00:00+00:00', isAllDay: true },
    ]);
  });

  it('leaves excluded occurrences out', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261014T080000Z';
    const starts = (await preview({ ...TIME, recurrence })).map(({ start }) => start.slice(0, 10));
    expect(starts).toEqual(['2026-10-13', '2026-10-15']);
  });

  it('begins with an additional date before the start', async () => {
    const recurrence = 'RRULE:FREQ=DAILY;COUNT=2\nRDATE:20261012T080000Z';
    const starts = (await preview({ ...TIME, recurrence })).map(({ start }) => start.slice(0, 10));
    expect(starts).toEqual(['2026-10-12', '2026-10-13', '2026-10-14']);
  });

  it('ends for a rule that never occurs again', async () => {
    expect(await preview({ ...TIME, recurrence: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31' })).toHaveLength(1);
  });

  it('gives the errors that the event would have', async () => {
    const { errors } = await calendar.send(
      PREVIEW,
      { input: { time: { ...TIME, recurrence: 'FREQ=OFTEN' } } },
      { hash },
    );
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    expect(JSON.stringify(errors[0])).toContain('input.time.recurrence');
    const few = await calendar.send(PREVIEW, { input: { time: TIME }, first: 0 }, { hash });
    expect(few.errors[0]?.extensions.errors).toEqual([{ path: 'first', message: 'first must not be less than 1' }]);
  });

  it('needs a session', async () => {
    const { errors } = await calendar.send(PREVIEW, { input: { time: TIME } });
    expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });
});
