import { type CreateEventInput, type UpdateEventInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent, EVENT_FIELDS, eventInput } from './event-inputs';

type Fields = Record<string, unknown>;

const CREATE = `mutation ($input: CreateEventInput!) { createEvent(input: $input) { ${EVENT_FIELDS} occurrences { utcStart } } }`;
const UPDATE = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { ${EVENT_FIELDS} occurrences { utcStart } } }`;
const DELETE = 'mutation ($id: ID!) { deleteEvent(id: $id) }';
const EVENT = `query ($id: ID!) { event(id: $id) { ${EVENT_FIELDS} } }`;

describe('events', () => {
  let calendar: TestCalendar;
  let owner: { hash: string; id: string; email: string };
  let other: { hash: string; id: string };
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    owner = await calendar.addUser('owner');
    other = await calendar.addUser('other');
  });
  afterAll(() => calendar.stop());

  const create = async (parts: Partial<CreateEventInput> = {}) =>
    (await calendar.ask<{ createEvent: Fields & { id: string } }>(CREATE, { input: eventInput(parts) }, owner))
      .createEvent;
  const update = async (input: UpdateEventInput) =>
    (await calendar.ask<{ updateEvent: Fields }>(UPDATE, { input }, owner)).updateEvent;
  const issuesOf = async (query: string, input: object) => {
    const { errors } = await calendar.send(query, { input }, owner);
    expect(errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    return (errors[0]?.extensions.errors ?? []).map(({ path }) => path).sort();
  };
  const outboxEventsOf = (id: string) =>
    calendar.source.query<{ event: string; revision: string; payload: { current: Fields; previous: Fields } }[]>(
      'select event, revision, payload from calendar.outbox where subject_id = $1 order by position',
      [id],
    );

  describe('createEvent', () => {
    it('returns what was sent, as sent', async () => {
      const event = await create({
        time: {
          timeZone: 'europe/berlin',
          start: '2026-03-02T08:00:00.250z',
          end: '2026-03-02T10:00:00+01:00',
          recurrence: ' rrule:freq=weekly;count=3\r\nEXDATE;TZID=Europe/Berlin:20260309T090000\r\n',
        },
        info: [
          { language: 'de-DE', title: ' <b>Übung</b> & "mehr" ', description: 'eins\nzwei' },
          { language: 'en', title: 'x'.repeat(255) },
        ],
        location: { address: 'Hafenstraße 1' },
        status: 'Tentative',
      });
      expect(event).toMatchObject({
        status: 'tentative',
        owner: { id: owner.id, name: 'The owner', email: owner.email },
        info: [
          { language: 'de-DE', title: ' <b>Übung</b> & "mehr" ', description: 'eins\nzwei' },
          { language: 'en', title: 'x'.repeat(255), description: null },
        ],
        location: { address: 'Hafenstraße 1', name: null },
        time: {
          timeZone: 'Europe/Berlin',
          start: '2026-03-02T09:00:00+01:00',
          end: '2026-03-02T10:00:00+01:00',
          recurrence: 'rrule:freq=weekly;count=3\nEXDATE;TZID=Europe/Berlin:20260309T090000',
          exceptions: '20260309T080000Z',
        },
        occurrences: [{ utcStart: '2026-03-02T08:00:00Z' }, { utcStart: '2026-03-16T08:00:00Z' }],
      });
      expect(await calendar.ask(EVENT, { id: event.id }, owner)).toMatchObject({
        event: { id: event.id, time: event.time },
      });
    });

    it('needs a valid session', async () => {
      for (const sender of [{}, { hash: 'unknown' }]) {
        const { data, errors } = await calendar.send(CREATE, { input: eventInput() }, sender);
        expect(data).toEqual({ createEvent: null });
        expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      }
    });

    it('names every part of the input that is wrong', async () => {
      expect(
        await issuesOf(
          CREATE,
          eventInput({
            time: { timeZone: 'Mars/Base', start: '2026-03-02T09:00:00Z', end: '2026-03-02T09:00:00Z' },
            info: [{ language: 'en_US', title: ' ' }],
            location: { name: 'x'.repeat(1001) },
            meta: { tags: ['ok', null] },
            status: 'CANCELED',
          }),
        ),
      ).toEqual([
        'input.info.0.language',
        'input.info.0.title',
        'input.location.name',
        'input.meta.tags',
        'input.status',
        'input.time.timeZone',
      ]);
    });

    it.each<[string, Partial<CreateEventInput>, string]>([
      ['no information', { info: [] }, 'input.info'],
      ['an empty entry of information', { info: [null] }, 'input.info'],
      [
        'a language twice',
        {
          info: [
            { language: 'pt-BR', title: 'a' },
            { language: 'PT-br', title: 'b' },
          ],
        },
        'input.info',
      ],
      ['a title of 256 characters', { info: [{ language: 'en', title: 'x'.repeat(256) }] }, 'input.info.0.title'],
      [
        'NUL in a description',
        { info: [{ language: 'en', title: 'a', description: 'a\0b' }] },
        'input.info.0.description',
      ],
      ['51 tags', { meta: { tags: Array.from({ length: 51 }, (_, index) => `t${index}`) } }, 'input.meta.tags'],
      ['an empty tag', { meta: { tags: [''] } }, 'input.meta.tags'],
      ['a tag of 65 characters', { meta: { tags: ['x'.repeat(65)] } }, 'input.meta.tags'],
    ])('refuses %s', async (_what, parts, path) => {
      expect(await issuesOf(CREATE, eventInput(parts))).toEqual([path]);
    });

    it('names the argument in the path however the value was written', async () => {
      const literal = `mutation ($start: Timestamp!) { createEvent(input: {
        time: { timeZone: "Europe/Berlin", start: $start, end: "yesterday" }
        info: [{ language: "en", title: "t" }], location: {}, meta: { tags: [] }, status: "confirmed" }) { id } }`;
      const { errors } = await calendar.send(literal, { start: '2026-03-02' }, owner);
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ path: 'input.time.start' }] });
      const wrongKind = `{ occurrences(filter: { from: 5 }) { id } }`;
      expect((await calendar.send(wrongKind)).errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    });

    it('stores the local time of an event in an overlap and its instant', async () => {
      const second = await create({
        time: { timeZone: 'Europe/Berlin', start: '2026-10-25T02:30:00+01:00', end: '2026-10-25T02:45:00+01:00' },
      });
      expect(second).toMatchObject({
        time: { start: '2026-10-25T02:30:00+01:00' },
        occurrences: [{ utcStart: '2026-10-25T01:30:00Z' }],
      });
    });
  });

  describe('updateEvent', () => {
    it('leaves absent and null fields as they are', async () => {
      const event = await create({ location: { name: 'Pier' }, meta: { tags: ['a'] } });
      const { id } = event;
      expect(await update({ id })).toEqual(event);
      expect(await update({ id, time: null, info: null, location: null, meta: null, status: null })).toEqual(event);
      expect(await outboxEventsOf(id)).toHaveLength(1);
    });

    it('replaces whole blocks', async () => {
      const { id } = await create({
        time: { ...eventInput().time, recurrence: 'FREQ=DAILY;COUNT=5\nEXDATE:20260303T080000Z' },
        location: { name: 'Pier', address: 'Quay 2' },
      });
      const updated = await update({
        id,
        location: { name: 'Mole' },
        time: { timeZone: 'America/New_York', start: '2026-03-02T09:00:00-05:00', end: '2026-03-02T10:00:00-05:00' },
      });
      expect(updated).toMatchObject({
        location: { name: 'Mole', address: null },
        time: { timeZone: 'America/New_York', recurrence: null, exceptions: null },
        occurrences: [{ utcStart: '2026-03-02T14:00:00Z' }],
      });
    });

    it('takes back what it returned without losing anything', async () => {
      const recurrence = 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9\nEXDATE;VALUE=DATE:20260304\nRDATE:20260401T070000Z';
      const event = await create({ time: { ...eventInput().time, recurrence } });
      const { timeZone, start, end, ...rest } = event.time as Record<
        'timeZone' | 'start' | 'end' | 'recurrence',
        string
      >;
      const again = await update({ id: event.id, time: { timeZone, start, end, recurrence: rest.recurrence } });
      expect(again).toEqual(event);
    });

    it('allows any change of status', async () => {
      const { id } = await create();
      for (const status of ['cancelled', 'tentative', 'confirmed', 'cancelled', 'confirmed']) {
        expect(await update({ id, status })).toMatchObject({ status });
      }
    });

    it('is for the owner alone', async () => {
      const id = await addEvent(calendar, owner.hash);
      const foreign = await calendar.send(UPDATE, { input: { id, status: 'cancelled' } }, other);
      expect(foreign.errors[0]?.extensions.code).toBe('FORBIDDEN');
      const anonymous = await calendar.send(UPDATE, { input: { id } });
      expect(anonymous.errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      for (const unknown of ['0123456789abcdef01234567', 'x']) {
        const { errors } = await calendar.send(UPDATE, { input: { id: unknown } }, owner);
        expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
      }
    });

    it('keeps both of two changes made at once', async () => {
      const { id } = await create();
      await Promise.all([update({ id, status: 'tentative' }), update({ id, location: { name: 'Both' } })]);
      expect(await calendar.ask(EVENT, { id })).toMatchObject({
        event: { status: 'tentative', location: { name: 'Both' } },
      });
    });
  });

  describe('deleteEvent', () => {
    it('removes the event and its occurrences, for its owner alone', async () => {
      const id = await addEvent(calendar, owner.hash);
      expect((await calendar.send(DELETE, { id }, other)).errors[0]?.extensions.code).toBe('FORBIDDEN');
      expect(await calendar.ask(DELETE, { id }, owner)).toEqual({ deleteEvent: true });
      expect(await calendar.ask(EVENT, { id })).toEqual({ event: null });
      expect(await calendar.source.query('select 1 from calendar.occurrences where event_id = $1', [id])).toEqual([]);
      expect((await calendar.send(DELETE, { id }, owner)).errors[0]?.extensions.code).toBe('NOT_FOUND');
    });
  });

  it("shows the owner's address to himself only", async () => {
    const id = await addEvent(calendar, owner.hash);
    const emailFor = async (sender: { hash?: string }) =>
      (await calendar.ask<{ event: { owner: { email: string } } }>(EVENT, { id }, sender)).event.owner.email;
    expect(await emailFor(owner)).toBe(owner.email);
    expect(await emailFor(other)).toBe('');
    expect(await emailFor({})).toBe('');
  });

  describe('the outbox', () => {
    it('records every change with what it was before, in the same transaction', async () => {
      const { id } = await create({ meta: { tags: ['harbour'] } });
      await update({ id, status: 'tentative' });
      await update({ id, status: 'cancelled', location: { name: 'Nowhere' } });
      const outboxEvents = await outboxEventsOf(id);
      expect(outboxEvents.map(({ event, revision }) => [event, revision])).toEqual([
        ['calendar.event.created', '1'],
        ['calendar.event.updated', '2'],
        ['calendar.event.cancelled', '3'],
      ]);
      expect(outboxEvents[0]?.payload).toMatchObject({
        current: { id, ownerId: owner.id, status: 'confirmed', tags: ['harbour'], start: '2026-03-02T09:00:00+01:00' },
        previous: {},
      });
      expect(outboxEvents[1]?.payload.previous).toEqual({ status: 'confirmed' });
      expect(outboxEvents[2]?.payload.previous).toEqual({
        status: 'tentative',
        location: { name: null, address: null },
      });
    });

    it('records one cancellation for a deleted event', async () => {
      const { id } = await create();
      await calendar.ask(DELETE, { id }, owner);
      expect((await outboxEventsOf(id)).at(-1)).toMatchObject({
        event: 'calendar.event.cancelled',
        payload: { current: { id, status: 'cancelled' }, previous: { status: 'confirmed' } },
      });
      const cancelled = await create({ status: 'cancelled' });
      await calendar.ask(DELETE, { id: cancelled.id }, owner);
      expect(await outboxEventsOf(cancelled.id)).toHaveLength(1);
    });

    it('carries the id of the request', async () => {
      await calendar.ask(CREATE, { input: eventInput() }, { ...owner, headers: { 'x-request-id': 'request-42' } });
      const [row] = await calendar.source.query(
        'select request_id from calendar.outbox order by position desc limit 1',
      );
      expect(row).toEqual({ request_id: 'request-42' });
    });
  });
});
