import { type ImportReport } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { calendarOf, exportOf, importFile, sendImport, vevent } from './import';

const TIMES = ['DTSTART:20260301T100000Z', 'DTEND:20260301T110000Z'];
const DAILY = ['UID:series', 'DTSTART:20260301T100000Z', 'DTEND:20260301T110000Z', 'RRULE:FREQ=DAILY;COUNT=5'];

describe('the input of an import', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-02-01T12:00:00Z')) });
    ({ hash } = await calendar.addUser());
  });
  afterAll(() => calendar.stop());

  const startsOf = async ({ components }: ImportReport) => {
    const { rows } = await calendar.ask<{
      rows: { nodes: { occurrence: { utcStart: string; event: { id: string } } }[] };
    }>(
      `{ rows: occurrencePage(filter: { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" }, first: 1000) {
        nodes { occurrence { utcStart event { id } } } } }`,
    );
    const found = rows.nodes.filter(({ occurrence }) => occurrence.event.id === components[0]?.eventId);
    return found.map(({ occurrence }) => occurrence.utcStart.slice(5, 16));
  };

  it('may have invalid lines about time zones that no event uses', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID;FOO:Berlin', 'END:VTIMEZONE'];
    const report = await importFile(
      calendar,
      hash,
      calendarOf('X-WR-TIMEZONE;FOO:Europe/Berlin', ...zone, vevent('UID:invalid-zones', ...TIMES)),
    );
    expect(report.components).toMatchObject([{ uid: 'invalid-zones', result: 'CREATED' }]);
  });

  describe('as a file', () => {
    it.each([
      ['empty', '', 'BEGIN:VCALENDAR'],
      ['no calendar', 'hello', 'Line 1'],
      ['a single event', vevent('UID:1', ...TIMES), 'Line 1'],
      ['not complete', calendarOf(vevent('UID:1', ...TIMES)).slice(0, -15), 'not complete'],
      ['with a wrong end', calendarOf('BEGIN:VEVENT', 'END:VTODO'), 'END:VTODO'],
      ['nested deeply', calendarOf(...Array.from({ length: 9 }, () => 'BEGIN:VEVENT')), 'nested'],
    ])('%s', async (_, ics, message) => {
      const { errors } = await sendImport(calendar, hash, ics);
      expect(errors).toMatchObject([
        {
          message: expect.stringContaining(message),
          extensions: { code: 'BAD_USER_INPUT', errors: [{ path: 'ics' }] },
        },
      ]);
    });

    it('has at most 20,000 components', async () => {
      const ics = calendarOf('BEGIN:VEVENT\r\nEND:VEVENT\r\n'.repeat(20_000));
      const response = await post(ics, { 'content-type': 'text/calendar' });
      expect(response.json()).toMatchObject({ errors: [{ message: expect.stringContaining('20,000 components') }] });
    });

    it('has at most 2,000 components by GraphQL, which completes all fields at once', async () => {
      const todos = (count: number) => calendarOf('BEGIN:VTODO\r\nEND:VTODO\r\n'.repeat(count));
      const { errors } = await sendImport(calendar, hash, todos(2_000));
      expect(errors[0]?.message).toContain('2,000 components');
      expect((await importFile(calendar, hash, todos(1_999))).skipped).toBe(1_999);
      const posted = await post(todos(2_000), { 'content-type': 'text/calendar' });
      expect(posted.json<{ import: ImportReport }>().import.components).toHaveLength(2_000);
    });

    it('needs a session', async () => {
      const { errors } = await sendImport(calendar, undefined, calendarOf());
      expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    });

    it('needs a known zone', async () => {
      const { errors } = await sendImport(calendar, hash, calendarOf(), { timeZone: 'Nowhere' });
      expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ path: 'timeZone' }] });
    });

    it('may have other line ends, a byte order mark, and characters split by folds', async () => {
      const text = calendarOf(vevent('UID:bytes', ...TIMES, 'SUMMARY:Café au port'));
      const bytes = Buffer.from(`\uFEFF${text.replaceAll('\r\n', '\n')}`);
      const middle = bytes.indexOf(Buffer.from('é')) + 1;
      const folded = Buffer.concat([bytes.subarray(0, middle), Buffer.from('\n '), bytes.subarray(middle)]);
      const response = await post(folded, { 'content-type': 'text/calendar; charset=utf-8' });
      expect(response.json<{ import: ImportReport }>().import.components).toMatchObject([
        { title: 'Café au port', result: 'CREATED' },
      ]);
    });
  });

  describe('with a component that the calendar does not accept', () => {
    it.each<[string, string[], string]>([
      ['no start', ['UID:x'], 'DTSTART is missing'],
      ['a wrong date', ['UID:x', 'DTSTART:20260230T100000Z'], 'does not exist'],
      ['no date', ['UID:x', 'DTSTART:soon'], 'DTSTART'],
      ['an unknown zone', ['UID:x', 'DTSTART;TZID=Mars/Base:20260301T100000'], '"Mars/Base" is unknown'],
      ['an end before its start', ['UID:x', 'DTSTART:20260301T100000Z', 'DTEND:20260301T090000Z'], 'ends before'],
      ['more than a year', ['UID:x', 'DTSTART:20260301T100000Z', 'DTEND:20280301T090000Z'], '366 days'],
      ['a negative duration', ['UID:x', 'DTSTART:20260301T100000Z', 'DURATION:-PT1H'], 'negative'],
      ['a wrong duration', ['UID:x', 'DTSTART:20260301T100000Z', 'DURATION:1 hour'], 'DURATION'],
      ['an empty duration', ['UID:x', 'DTSTART:20260301T100000Z', 'DURATION:PT'], 'DURATION'],
      ['text after a duration', ['UID:x', 'DTSTART:20260301T100000Z', 'DURATION:P1DXYZ'], 'DURATION'],
      ['another century', ['UID:x', 'DTSTART:17000301T100000Z'], '1900'],
      ['a wrong rule', ['UID:x', ...TIMES, 'RRULE:FREQ=SOMETIMES'], 'FREQ'],
      ['a rule by the second', ['UID:x', ...TIMES, 'RRULE:FREQ=SECONDLY'], 'FREQ'],
      ['two rules', ['UID:x', ...TIMES, 'RRULE:FREQ=DAILY', 'RRULE:FREQ=WEEKLY'], 'More than one RRULE'],
      ['EXRULE', ['UID:x', ...TIMES, 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=WEEKLY'], 'EXRULE'],
      ['periods', ['UID:x', ...TIMES, 'RDATE;VALUE=PERIOD:20260302T100000Z/PT3H'], 'periods'],
      ['too many exceptions', ['UID:x', ...TIMES, `EXDATE:${Array(1_001).fill('20260302T100000Z').join(',')}`], '1000'],
      ['a wrong property', ['UID:x', 'DTSTART;TZID="Europe/Berlin:20260301T100000'], 'DTSTART'],
      ['THISANDFUTURE', ['UID:x', ...TIMES, 'RECURRENCE-ID;RANGE=THISANDFUTURE:20260301T100000Z'], 'THISANDFUTURE'],
      ['a long UID', [`UID:${'x'.repeat(501)}`, ...TIMES], 'UID'],
    ])('skips %s', async (_, lines, reason) => {
      const good = vevent('UID:good', ...TIMES, 'SUMMARY:Good');
      const { components } = await importFile(calendar, hash, calendarOf(vevent(...lines), good));
      expect(components).toMatchObject([
        { result: 'SKIPPED', reason: expect.stringContaining(reason), eventId: null },
        { uid: 'good' },
      ]);
      expect(components[1]?.result).not.toBe('SKIPPED');
    });

    it('shortens texts, and says so', async () => {
      const lines = [`SUMMARY:${'t'.repeat(300)}`, `CATEGORIES:ok,${'c'.repeat(65)}`, 'no property'];
      const { components } = await importFile(calendar, hash, calendarOf(vevent('UID:long', ...TIMES, ...lines)));
      expect(components).toMatchObject([
        {
          result: 'CREATED',
          warnings: [
            expect.stringContaining('is not a valid property'),
            'SUMMARY was cut to 255 characters.',
            expect.stringContaining('CATEGORIES'),
          ],
        },
      ]);
    });

    it('leaves out NUL, which PostgreSQL cannot store', async () => {
      const texts = ['SUMMARY:T\0itle', 'DESCRIPTION:D\0', 'LOCATION:L\0', 'CATEGORIES:c\0', 'X-NOTE:\0'];
      const ics = calendarOf(vevent('UID:nul\0uid', ...TIMES, ...texts), vevent('UID:next', ...TIMES));
      const { components } = await importFile(calendar, hash, ics);
      expect(components).toMatchObject([
        { uid: 'nuluid', title: 'Title', result: 'CREATED' },
        { uid: 'next', result: 'CREATED' },
      ]);
      expect(await importFile(calendar, hash, ics)).toMatchObject({ unchanged: 2 });
    });

    it('finds an event without UID again', async () => {
      const ics = calendarOf(vevent(...TIMES, 'SUMMARY:Nameless'));
      const [first, second] = [await importFile(calendar, hash, ics), await importFile(calendar, hash, ics)];
      expect([first.created, second.unchanged]).toEqual([1, 1]);
      expect(second.components[0]?.eventId).toBe(first.components[0]?.eventId);
    });
  });

  describe('with RECURRENCE-ID', () => {
    const moved = (id: string, start: string, ...lines: string[]) =>
      vevent('UID:series', `RECURRENCE-ID${id}`, `DTSTART:${start}`, 'DURATION:PT1H', ...lines);

    it('adds, changes and removes overrides, also without the series', async () => {
      const { hash: own } = await calendar.addUser();
      const whole = calendarOf(vevent(...DAILY), moved(':20260302T100000Z', '20260302T150000Z'));
      const report = await importFile(calendar, own, whole);
      expect(await startsOf(report)).toEqual([
        '03-01T10:00',
        '03-02T15:00',
        '03-03T10:00',
        '03-04T10:00',
        '03-05T10:00',
      ]);
      const part = calendarOf(moved(':20260304T100000Z', '20260304T180000Z'));
      expect((await importFile(calendar, own, part)).components).toMatchObject([{ result: 'CREATED' }]);
      expect((await importFile(calendar, own, part)).components).toMatchObject([{ result: 'UNCHANGED' }]);
      expect(await startsOf(report)).toEqual([
        '03-01T10:00',
        '03-02T15:00',
        '03-03T10:00',
        '03-04T18:00',
        '03-05T10:00',
      ]);
      const back = await importFile(calendar, own, calendarOf(vevent(...DAILY)));
      expect(back.components).toMatchObject([{ result: 'UPDATED' }]);
      expect(await startsOf(report)).toEqual([
        '03-01T10:00',
        '03-02T10:00',
        '03-03T10:00',
        '03-04T10:00',
        '03-05T10:00',
      ]);
    });

    it('keeps the status of each component when the file has no series', async () => {
      const { hash: own } = await calendar.addUser();
      const file = calendarOf(
        moved(':20260302T100000Z', '20260302T100000Z', 'STATUS:CANCELLED'),
        moved(':20260303T100000Z', '20260303T100000Z'),
      );
      expect(await startsOf(await importFile(calendar, own, file))).toEqual(['03-03T10:00']);
    });

    describe('records for webhooks', () => {
      const second = moved(':20260302T100000Z', '20260302T150000Z');
      const third = (...lines: string[]) => moved(':20260303T100000Z', '20260303T150000Z', ...lines);
      const fourth = moved(':20260304T100000Z', '20260304T150000Z');

      /** Imports files one after the other. Returns the changes that the last one recorded. */
      async function recordedByLast(...files: string[][]): Promise<[event: string, occurrences: unknown][]> {
        const { hash: own } = await calendar.addUser();
        const read = async () =>
          (
            await calendar.source.query<{ event: string; occurrences: unknown }[]>(
              `select event,
                coalesce(payload->'current'->'recurrenceId', payload->'current'->'removedOverrides') as occurrences
               from calendar.outbox order by position`,
            )
          ).map(({ event, occurrences }): [string, unknown] => [event, occurrences]);
        let before = 0;
        for (const components of files) {
          before = (await read()).length;
          await importFile(calendar, own, calendarOf(...components));
        }
        return (await read()).slice(before);
      }

      it('new overrides', async () => {
        expect(await recordedByLast([vevent(...DAILY), second, third('STATUS:CANCELLED')])).toEqual([
          ['calendar.event.created', null],
          ['calendar.occurrence.changed', '20260302T100000Z'],
          ['calendar.occurrence.cancelled', '20260303T100000Z'],
        ]);
      });

      it('overrides that the file no longer has', async () => {
        const series = vevent(...DAILY);
        expect(await recordedByLast([series, second, third('STATUS:CANCELLED'), fourth], [series, second])).toEqual([
          ['calendar.occurrence.restored', '20260303T100000Z'],
          ['calendar.occurrence.restored', '20260304T100000Z'],
        ]);
      });

      it('the previous end of an occurrence by the series before the import', async () => {
        const longer = vevent(...DAILY.map((line) => line.replace('DTEND:20260301T110000Z', 'DTEND:20260301T120000Z')));
        const renamed = vevent(
          'UID:series',
          'RECURRENCE-ID:20260302T100000Z',
          'DTSTART:20260302T100000Z',
          'DURATION:PT2H',
          'SUMMARY:New',
        );
        await recordedByLast([vevent(...DAILY)], [longer, renamed]);
        const [event] = await calendar.source.query<{ previous: object; current: object }[]>(
          `select payload->'previous' as previous, payload->'current' as current from calendar.outbox
           where event = 'calendar.occurrence.changed' order by position desc limit 1`,
        );
        expect(event).toMatchObject({
          previous: { end: '2026-03-02T11:00:00+00:00' },
          current: { end: '2026-03-02T12:00:00+00:00' },
        });
      });

      it('overrides whose occurrence the series no longer has', async () => {
        const shorter = vevent(...DAILY.slice(0, 3), 'RRULE:FREQ=DAILY;COUNT=4', 'EXDATE:20260302T100000Z');
        const fifth = moved(':20260305T100000Z', '20260305T150000Z');
        expect(await recordedByLast([vevent(...DAILY), second, fourth, fifth], [shorter, fourth])).toEqual([
          ['calendar.event.updated', ['20260302T100000Z', '20260305T100000Z']],
        ]);
      });

      it.each([
        ['a revoked cancellation', ['STATUS:CONFIRMED'], 'restored'],
        ['a change of a cancelled occurrence', ['STATUS:CANCELLED', 'SUMMARY:Closed'], 'changed'],
      ])('%s', async (_, lines, change) => {
        const series = vevent(...DAILY);
        const files = [
          [series, third('STATUS:CANCELLED')],
          [series, third(...lines), fourth],
        ];
        expect(await recordedByLast(...files)).toEqual([
          [`calendar.occurrence.${change}`, '20260303T100000Z'],
          ['calendar.occurrence.changed', '20260304T100000Z'],
        ]);
      });
    });

    it('reports its value without its parameters, also when one of them contains a colon', async () => {
      const { hash: own } = await calendar.addUser();
      const component = moved(';TZID="tzone://Microsoft/Utc":20260302T100000', '20260302T150000Z');
      const { components } = await importFile(calendar, own, calendarOf(vevent(...DAILY), component));
      expect(components).toMatchObject([
        { recurrenceId: null },
        { recurrenceId: '20260302T100000', result: 'CREATED' },
      ]);
    });

    it('finds the occurrence of a date, and reports unknown and repeated ones', async () => {
      const { hash: own } = await calendar.addUser();
      const { components } = await importFile(
        calendar,
        own,
        calendarOf(
          vevent(...DAILY),
          moved(';VALUE=DATE:20260303', '20260303T150000Z'),
          moved(':20260303T100000Z', '20260303T160000Z'),
          moved(':20260309T100000Z', '20260309T150000Z'),
          moved(':20260304T100000Z', '20260304T150000Z', 'SEQUENCE:2'),
          moved(':20260304T100000Z', '20260304T160000Z', 'SEQUENCE:1'),
        ),
      );
      expect(components.map(({ result, reason }) => [result, reason])).toEqual([
        ['CREATED', null],
        ['CREATED', null],
        ['SKIPPED', 'Another component replaces the same occurrence.'],
        ['SKIPPED', 'Its series has no such occurrence.'],
        ['CREATED', null],
        ['SKIPPED', 'The file has a later version of the same component (UID and RECURRENCE-ID).'],
      ]);
    });
  });

  it('names the zone of a VTIMEZONE by its location, its path or its rules', async () => {
    const zone = (tzid: string, ...lines: string[]) => [
      'BEGIN:VTIMEZONE',
      `TZID:${tzid}`,
      ...lines,
      ...['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0530', 'TZOFFSETTO:+0530', 'END:STANDARD'],
      'END:VTIMEZONE',
    ];
    const at = (tzid: string) => vevent(`UID:${tzid}`, `DTSTART;TZID="${tzid}":20260301T100000`);
    const path = '/freeassociation.sourceforge.net/Tzfile/Asia/Tokyo';
    const rule = (month: number) => `RRULE:FREQ=YEARLY;BYMONTH=${month};BYDAY=-1SU`;
    // Without onsets before the last year, and with the earliest onset in the second part.
    const recent = [
      ...['BEGIN:VTIMEZONE', 'TZID:Office Berlin'],
      ...['BEGIN:STANDARD', 'DTSTART:20251026T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', rule(10)],
      ...['END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:20250330T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
      ...[rule(3), 'END:DAYLIGHT', 'END:VTIMEZONE'],
    ];
    const lines = [...zone('Custom'), ...zone('Located', 'X-LIC-LOCATION:Asia/Colombo'), ...recent];
    const tzids = [
      'Custom',
      'Located',
      'Office Berlin',
      path,
      'tokyo standard time',
      'europe/berlin',
      'tzone://Microsoft/Utc',
    ];
    const { components } = await importFile(calendar, hash, calendarOf(...lines, ...tzids.map(at)));
    const events = await calendar.ask<Record<string, { time: { timeZone: string } }>>(
      `{ ${components.map(({ eventId }, i) => `e${i}: event(id: "${eventId}") { time { timeZone } }`).join(' ')} }`,
    );
    expect(components.map((_, i) => events[`e${i}`]?.time.timeZone)).toEqual([
      'Asia/Calcutta',
      'Asia/Colombo',
      'Europe/Berlin',
      'Asia/Tokyo',
      'Asia/Tokyo',
      'Europe/Berlin',
      'UTC',
    ]);
  });

  it('belongs to its user: others have events with the same UID', async () => {
    const [one, other] = [await calendar.addUser(), await calendar.addUser()];
    const [first, second] = [
      await importFile(calendar, one.hash, exportOf('google')),
      await importFile(calendar, other.hash, exportOf('google')),
    ];
    expect([first.created, second.created]).toEqual([6, 6]);
    const id = first.components[0]?.eventId ?? '';
    const stolen = await importFile(calendar, other.hash, calendarOf(vevent(`UID:${id}`, ...TIMES, 'SUMMARY:Stolen')));
    expect(stolen.components[0]?.eventId).not.toBe(id);
  });

  it('creates each event once when files are imported at the same time', async () => {
    const { hash: own } = await calendar.addUser();
    const reports = await Promise.all([1, 2, 3].map(() => importFile(calendar, own, exportOf('apple'))));
    expect(reports.map(({ created }) => created).sort()).toEqual([0, 0, 4]);
  });

  const post = (payload: string | Buffer, headers: Record<string, string>, url = '/import') =>
    calendar.app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${hash}`, ...headers }, payload });

  describe('POST /import', () => {
    const form = (name: string, content: string) =>
      [`--b`, `content-disposition: form-data; name="file"; filename="${name}"`, '', content, '--b--', ''].join('\r\n');
    const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
    const small = calendarOf(vevent('UID:posted', ...TIMES, 'CLASS:PRIVATE'));

    it('takes a body or a form', async () => {
      const hidden = await post(small, { 'content-type': 'text/calendar' });
      expect([hidden.statusCode, hidden.json<{ import: ImportReport }>().import.skipped]).toEqual([200, 1]);
      const shown = await post(form('a.ics', small), FORM, '/import?includePrivate=true&timeZone=Europe/Berlin');
      expect([shown.statusCode, shown.json<{ import: ImportReport }>().import.created]).toEqual([200, 1]);
    });

    it.each<[string, number, string, string | Buffer, Record<string, string>]>([
      ['another type', 415, 'UNSUPPORTED_MEDIA_TYPE', '{}', { 'content-type': 'application/json' }],
      ['no file', 400, 'BAD_REQUEST', '--b--\r\n', FORM],
      ['a broken form', 400, 'BAD_REQUEST', 'nothing', FORM],
      ['a large body', 413, 'REQUEST_ENTITY_TOO_LARGE', 'x'.repeat(5_000_001), { 'content-type': 'text/calendar' }],
      ['a large file', 413, 'REQUEST_ENTITY_TOO_LARGE', form('a.ics', 'x'.repeat(5_000_001)), FORM],
      ['no calendar', 422, 'VALIDATION', 'hello', { 'content-type': 'text/calendar' }],
      [
        'Latin-1',
        422,
        'VALIDATION',
        Buffer.from(small.replace('posted', 'é'), 'latin1'),
        { 'content-type': 'text/calendar' },
      ],
      [
        'a wrong session',
        401,
        'UNAUTHENTICATED',
        small,
        { 'content-type': 'text/calendar', authorization: 'Bearer x' },
      ],
      ['no session', 401, 'UNAUTHENTICATED', small, { 'content-type': 'text/calendar', authorization: '' }],
    ])('refuses %s', async (_, status, code, payload, headers) => {
      const response = await post(payload, headers);
      expect([response.statusCode, response.json<{ errors: object[] }>().errors]).toMatchObject([
        status,
        [{ extensions: { code } }],
      ]);
    });
  });
});
