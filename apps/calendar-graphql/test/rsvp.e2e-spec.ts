import { FixedClock, type GraphqlFailure, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import {
  ANSWER,
  type GuestResponse,
  type ResponseList,
  LIST,
  requestLink,
  RSVP,
  rsvpMails,
  sendForm,
  SET,
} from './rsvp-guests';

const TIME = { timeZone: 'Europe/Berlin', start: '2026-06-01T09:00:00+02:00', end: '2026-06-01T10:00:00+02:00' };
const DAY = 86_400_000;
const UPDATE = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }';

describe('answers to an event', () => {
  let calendar: TestCalendar;
  let owner: { hash: string; id: string; email: string };
  let eventId: string;
  let id: string;
  const guests: { hash: string; id: string; email: string }[] = [];
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    owner = await calendar.addUser('owner');
    for (let count = 0; count < 4; count += 1) guests.push(await calendar.addUser(`guest_${count}`));
  });
  afterAll(() => calendar.stop());
  beforeEach(async () => {
    eventId = await addEvent(calendar, owner.hash, { time: TIME });
    id = `${eventId}_20260601T070000Z`;
  });

  const set = (input: object) => calendar.ask(SET, { input: { eventId, ...input } }, { hash: owner.hash });
  const hashOf = (guest: number): string => guests[guest]?.hash ?? '';
  const emailOf = (guest: number): string => guests[guest]?.email ?? '';
  const answer = async (guest: number, reply: string, partySize?: number): Promise<GuestResponse> => {
    const input = { occurrenceId: id, answer: reply, ...(partySize && { partySize }) };
    return (await calendar.ask<{ respondToRsvp: GuestResponse }>(ANSWER, { input }, { hash: hashOf(guest) }))
      .respondToRsvp;
  };
  const refused = async (guest: number, reply: string, partySize = 1): Promise<GraphqlFailure | undefined> => {
    const input = { occurrenceId: id, answer: reply, partySize };
    return (await calendar.send(ANSWER, { input }, { hash: hashOf(guest) })).errors[0];
  };
  const overview = async (hash?: string) =>
    (await calendar.ask<{ rsvp: Record<string, unknown> | null }>(RSVP, { id }, { hash })).rsvp;
  const list = async (variables: object = {}, hash = owner.hash) =>
    (await calendar.ask<{ rsvpResponses: ResponseList }>(LIST, { id, ...variables }, { hash })).rsvpResponses;
  const kinds = async (email: string) => {
    const mails = await rsvpMails(calendar, email);
    return mails.map(({ kind, entry }) => `${kind} ${entry?.method ?? '-'}`);
  };
  const webhooks = (answerId: string) =>
    calendar.source.query<{ event: string; payload: { current: object; previous: object } }[]>(
      `select event, payload from calendar.outbox where subject_type = 'calendar.rsvp' and subject_id = $1 order by position`,
      [answerId],
    );
  /** Runs `work` at a time when the event is over. */
  const afterEvent = async (work: () => Promise<void>): Promise<void> => {
    calendar.clock.advance(27 * DAY);
    try {
      await work();
    } finally {
      calendar.clock.advance(-27 * DAY);
    }
  };

  it('are taken only by events whose owner allows it', async () => {
    expect(await overview()).toBeNull();
    expect((await refused(0, 'YES'))?.message).toBe('The event takes no answers.');
    const { setRsvp } = await set({});
    expect(setRsvp).toEqual({ eventId, isOpen: true, capacity: null, maxPartySize: 1, hasWaitingList: true });
    expect(await answer(0, 'YES')).toMatchObject({
      state: 'ATTENDING',
      partySize: 1,
      position: null,
      occurrenceId: id,
    });
  });

  it('wait when there are no places, and get free places in order', async () => {
    await set({ capacity: 2, maxPartySize: 2 });
    expect((await answer(0, 'YES', 2)).state).toBe('ATTENDING');
    expect(await answer(1, 'YES', 2)).toMatchObject({ state: 'WAITING', position: 1 });
    const third = await answer(2, 'YES');
    expect(third).toMatchObject({ state: 'WAITING', position: 2 });
    expect(await overview(hashOf(2))).toMatchObject({
      placesTaken: 2,
      placesLeft: 0,
      waiting: 2,
      answer: { position: 2 },
    });
    const before = (await kinds(emailOf(2))).length;
    // One place is too few for the first guest of the list.
    await answer(0, 'YES', 1);
    expect((await list()).nodes.map(({ state }) => state)).toEqual(['ATTENDING', 'WAITING', 'ATTENDING']);
    expect((await kinds(emailOf(2))).slice(before)).toEqual(['promoted REQUEST']);
    expect((await webhooks(third.id)).map(({ event }) => event)).toEqual([
      'calendar.rsvp.answered',
      'calendar.rsvp.promoted',
    ]);
    await answer(0, 'NO');
    await answer(2, 'NO');
    const { nodes, counts } = await list();
    expect(nodes.map(({ state }) => state)).toEqual(['DECLINED', 'ATTENDING', 'DECLINED']);
    expect(counts).toMatchObject({ attending: 1, attendingPlaces: 2, waiting: 0, declined: 2 });
  });

  it('keep their places when they ask for too many, and are refused without a waiting list', async () => {
    await set({ capacity: 3, maxPartySize: 3, hasWaitingList: false });
    await answer(0, 'YES', 2);
    expect((await refused(0, 'YES', 4))?.extensions.errors).toEqual([
      { path: 'input.partySize', message: 'an answer has 3 places at most' },
    ]);
    await answer(1, 'YES');
    expect((await refused(0, 'YES', 3))?.message).toBe('There are only 2 places left for you.');
    expect((await refused(2, 'YES'))?.message).toBe('There are no places left.');
    expect((await list()).nodes.map(({ state, partySize }) => `${state} ${partySize}`)).toEqual([
      'ATTENDING 2',
      'ATTENDING 1',
    ]);
  });

  it('follow changes of the capacity: no guest loses a place, and more places go to the waiting list', async () => {
    await set({ capacity: 1 });
    for (const guest of [0, 1, 2, 3]) await answer(guest, 'YES');
    await set({ capacity: 3 });
    expect((await list()).nodes.map(({ state }) => state)).toEqual(['ATTENDING', 'ATTENDING', 'ATTENDING', 'WAITING']);
    await set({ capacity: 1 });
    expect(await overview()).toMatchObject({ placesTaken: 3, placesLeft: 0, waiting: 1 });
    await answer(0, 'NO');
    expect((await list({ state: 'WAITING' })).nodes).toHaveLength(1);
    await set({ unlimited: true });
    expect(await overview()).toMatchObject({ placesTaken: 3, placesLeft: null, waiting: 0 });
    const both = await calendar.send(SET, { input: { eventId, capacity: 1, unlimited: true } }, { hash: owner.hash });
    expect(both.errors[0]?.extensions.errors).toEqual([
      { path: 'input.capacity', message: 'give a capacity, or unlimited' },
    ]);
  });

  it('are confirmed by mail with an entry for the calendar, once', async () => {
    await set({});
    const before = (await kinds(emailOf(0))).length;
    const { id: answerId } = await answer(0, 'YES');
    await answer(0, 'YES');
    await answer(0, 'MAYBE');
    await answer(0, 'NO');
    expect((await kinds(emailOf(0))).slice(before)).toEqual(['attending REQUEST', 'maybe REQUEST', 'declined CANCEL']);
    const mails = (await rsvpMails(calendar, emailOf(0))).slice(before);
    expect(mails[0]).toMatchObject({
      title: 'An event',
      when: {
        en: 'Monday, 1 June 2026, 09:00–10:00 (Europe/Berlin)',
        de: 'Montag, 1. Juni 2026, 09:00–10:00 (Europe/Berlin)',
      },
      place: null,
    });
    expect(mails[0]?.entry).toMatchObject({
      uid: answerId,
      start: '2026-06-01T07:00:00.000Z',
      end: '2026-06-01T08:00:00.000Z',
      participation: 'ACCEPTED',
      organizer: 'The owner',
      guest: { email: emailOf(0) },
    });
    const sequences = mails.map(({ entry }) => entry?.sequence ?? 0);
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
    expect(new Set(sequences).size).toBe(3);
    const [answered, changed] = await webhooks(answerId);
    expect(answered?.payload).toMatchObject({
      current: { eventId, occurrenceId: id, state: 'attending' },
      previous: {},
    });
    expect(changed?.payload).toMatchObject({ current: { state: 'maybe' }, previous: { state: 'attending' } });
  });

  it('put the beginning of a long description into the entry, without half a character at its end', async () => {
    const description = `${'a'.repeat(1_999)}😀 and more`;
    const input = { id: eventId, info: [{ language: 'en', title: 'An event', description }] };
    await calendar.ask(UPDATE, { input }, { hash: owner.hash });
    await set({});
    await answer(0, 'YES');
    expect((await rsvpMails(calendar, emailOf(0))).at(-1)?.entry?.description).toBe(`${'a'.repeat(1_999)}😀`);
  });

  it('remove the entry from the calendar of a guest who answered maybe and then waits', async () => {
    await set({ capacity: 1 });
    await answer(0, 'YES');
    const before = (await kinds(emailOf(1))).length;
    for (const reply of ['MAYBE', 'YES', 'NO']) await answer(1, reply);
    expect((await kinds(emailOf(1))).slice(before)).toEqual(['maybe REQUEST', 'waiting CANCEL', 'declined -']);
  });

  it('end with the start of the event, with its cancellation, and when the owner closes them', async () => {
    await set({});
    await answer(0, 'YES');
    await set({ isOpen: false });
    expect((await refused(1, 'YES'))?.message).toBe('The event no longer takes answers.');
    expect((await answer(0, 'NO')).state).toBe('DECLINED');
    await set({ isOpen: true });
    await answer(0, 'YES');
    await calendar.ask(UPDATE, { input: { id: eventId, status: 'cancelled' } }, { hash: owner.hash });
    expect((await refused(1, 'YES'))?.message).toBe('The event does not take place.');
    await calendar.ask(UPDATE, { input: { id: eventId, status: 'confirmed' } }, { hash: owner.hash });
    expect((await kinds(emailOf(0))).slice(-2)).toEqual(['cancelled CANCEL', 'restored REQUEST']);
    await afterEvent(async () => {
      expect((await refused(1, 'YES'))?.message).toBe('The event has begun: answers can no longer change.');
      expect(await overview()).toMatchObject({ isOpen: false });
    });
  });

  it('go with an event that ended and is postponed', async () => {
    await set({});
    const { id: answerId } = await answer(0, 'YES');
    const before = (await kinds(emailOf(0))).length;
    const time = { ...TIME, start: '2026-06-15T09:00:00+02:00', end: '2026-06-15T10:00:00+02:00' };
    await afterEvent(async () => {
      await calendar.ask(UPDATE, { input: { id: eventId, info: [{ language: 'en', title: 'Over' }] } }, owner);
      expect((await kinds(emailOf(0))).slice(before)).toEqual([]);
      await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
    });
    expect((await kinds(emailOf(0))).slice(before)).toEqual(['changed REQUEST']);
    expect((await list({ id: `${eventId}_20260615T070000Z` })).nodes).toMatchObject([{ id: answerId }]);
  });

  it('go without a mail with an event that ended and whose time is corrected', async () => {
    await set({});
    const { id: answerId } = await answer(0, 'YES');
    const before = (await kinds(emailOf(0))).length;
    const time = { ...TIME, start: '2026-05-15T09:00:00+02:00', end: '2026-05-15T10:00:00+02:00' };
    await afterEvent(async () => {
      await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
      expect((await list({ id: `${eventId}_20260515T070000Z` })).nodes).toMatchObject([{ id: answerId }]);
    });
    expect((await kinds(emailOf(0))).slice(before)).toEqual([]);
  });

  it('are shown to the owner of the event only; others see numbers', async () => {
    await set({ capacity: 5 });
    const { id: answerId } = await answer(0, 'YES');
    expect(JSON.stringify(await overview())).not.toContain('guest_0');
    const codes = async (query: string, variables: object, hash?: string) =>
      (await calendar.send(query, { ...variables }, { hash })).errors[0]?.extensions.code;
    const remove = 'mutation ($id: ID!) { removeRsvpResponse(id: $id) }';
    expect(await codes(LIST, { id })).toBe('UNAUTHENTICATED');
    expect(await codes(LIST, { id }, hashOf(0))).toBe('FORBIDDEN');
    expect(await codes(SET, { input: { eventId, capacity: 1 } }, hashOf(0))).toBe('FORBIDDEN');
    expect(await codes(remove, { id: answerId }, hashOf(1))).toBe('FORBIDDEN');
    const csv = (hash?: string) =>
      calendar.app.inject({
        url: `/rsvp/answers/${id}.csv`,
        ...(hash && { headers: { authorization: `Bearer ${hash}` } }),
      });
    expect((await csv()).statusCode).toBe(401);
    expect((await csv(hashOf(0))).statusCode).toBe(403);
    const file = await csv(owner.hash);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(file.body.split('\r\n').slice(0, 2)).toEqual([
      'name,email,answer,places,waiting_position,created_at,updated_at',
      `The guest_0,${emailOf(0)},attending,1,,2026-05-05T12:00:00.000Z,2026-05-05T12:00:00.000Z`,
    ]);
  });

  it('are all in the file, also beside very many unused links', async () => {
    await set({});
    await calendar.source.query(
      `insert into calendar.rsvp_responses (id, event_id, recurrence_at, ends_at, email, email_key, name, state, party_size,
         revision, created_at, updated_at)
       select lpad(to_hex(n), 24, '0'), $1, $2, $3, n || '@links.example', n || '@links.example', 'A link', 'unanswered', 1, 1, $2, $2
       from generate_series(1, 20000) n`,
      [eventId, TIME.start, TIME.end],
    );
    await answer(0, 'YES');
    const { body } = await calendar.app.inject({
      url: `/rsvp/answers/${id}.csv`,
      headers: { authorization: `Bearer ${owner.hash}` },
    });
    expect(body).toContain(`${emailOf(0)},attending`);
    expect(body.trim().split('\r\n')).toHaveLength(20_001);
  });

  it('are removed by the guest, and by the owner with a mail; the next one gets the place', async () => {
    await set({ capacity: 1 });
    const first = await answer(0, 'YES');
    await answer(1, 'YES');
    const remove = 'mutation ($id: ID!) { removeRsvpResponse(id: $id) }';
    await calendar.ask(remove, { id: first.id }, { hash: owner.hash });
    expect((await kinds(emailOf(0))).at(-1)).toBe('removed CANCEL');
    const [left] = (await list()).nodes;
    expect(left).toMatchObject({ email: emailOf(1), state: 'ATTENDING' });
    await calendar.ask(remove, { id: left?.id }, { hash: hashOf(1) });
    expect((await list()).nodes).toEqual([]);
    expect((await kinds(emailOf(1))).at(-1)).toBe('promoted REQUEST');
    for (const id of [first.id, '\0']) {
      const { errors } = await calendar.send(remove, { id }, { hash: owner.hash });
      expect(errors[0]?.extensions.code).toBe('NOT_FOUND');
    }
    expect((await webhooks(first.id)).map(({ event }) => event)).toEqual([
      'calendar.rsvp.answered',
      'calendar.rsvp.removed',
    ]);
  });

  it('get places that became free while the event was cancelled, when it is restored', async () => {
    await set({ capacity: 1 });
    const first = await answer(0, 'YES');
    await answer(1, 'YES');
    await calendar.ask(UPDATE, { input: { id: eventId, status: 'cancelled' } }, { hash: owner.hash });
    await calendar.ask('mutation ($id: ID!) { removeRsvpResponse(id: $id) }', { id: first.id }, { hash: hashOf(0) });
    expect((await list()).nodes).toMatchObject([{ email: emailOf(1), state: 'WAITING' }]);
    await calendar.ask(UPDATE, { input: { id: eventId, status: 'confirmed' } }, { hash: owner.hash });
    expect((await list()).nodes).toMatchObject([{ email: emailOf(1), state: 'ATTENDING' }]);
    expect((await kinds(emailOf(1))).slice(-3)).toEqual(['cancelled -', 'restored -', 'promoted REQUEST']);
  });

  it('get places that became free after the event had begun, when it is postponed', async () => {
    await set({ capacity: 1 });
    const first = await answer(0, 'YES');
    await answer(1, 'YES');
    const time = { ...TIME, start: '2026-06-15T09:00:00+02:00', end: '2026-06-15T10:00:00+02:00' };
    await afterEvent(async () => {
      await calendar.ask('mutation ($id: ID!) { removeRsvpResponse(id: $id) }', { id: first.id }, owner);
      expect((await list()).nodes).toMatchObject([{ email: emailOf(1), state: 'WAITING' }]);
      await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
    });
    const { nodes } = await list({ id: `${eventId}_20260615T070000Z` });
    expect(nodes).toMatchObject([{ email: emailOf(1), state: 'ATTENDING' }]);
  });

  it('are read in pages', async () => {
    await set({});
    for (const guest of [0, 1, 2]) await answer(guest, guest === 1 ? 'NO' : 'YES');
    const first = await list({ first: 2 });
    expect(first.pageInfo.hasNextPage).toBe(true);
    const second = await list({ first: 2, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ email }) => email)).toEqual([0, 1, 2].map(emailOf));
    expect(second.pageInfo.hasNextPage).toBe(false);
    const wrong = await calendar.send(LIST, { id, first: 0 }, { hash: owner.hash });
    expect(wrong.errors[0]?.message).toBe('first must not be less than 1');
    const cursor = await calendar.send(LIST, { id, after: 'x' }, { hash: owner.hash });
    expect(cursor.errors[0]?.message).toBe('after must be the endCursor of a page');
  });

  it('keep their places when the owner lowers the limits', async () => {
    await set({ capacity: 10, maxPartySize: 4 });
    await answer(0, 'YES', 4);
    await set({ capacity: 3, maxPartySize: 2 });
    expect(await answer(0, 'YES', 4)).toMatchObject({ state: 'ATTENDING', partySize: 4 });
    expect(await answer(0, 'YES', 3)).toMatchObject({ state: 'ATTENDING', partySize: 3 });
    expect((await refused(0, 'YES', 4))?.message).toBe('an answer has 2 places at most');
  });

  it('are given by guests with a mailed link and a form without a script', async () => {
    await set({ capacity: 1, maxPartySize: 2 });
    const link = await requestLink(calendar, id, 'Guest@Example.org');
    const page = await calendar.app.inject({ url: link });
    expect(page.statusCode).toBe(200);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.body).toContain('Hello A guest, are you coming?');
    const sent = await sendForm(calendar, link, { answer: 'YES', partySize: '1' });
    expect(sent.statusCode).toBe(303);
    expect((await calendar.app.inject({ url: sent.headers['location'] ?? '' })).body).toContain(
      'you are coming, and have one place',
    );
    // The sent link was stored as an answer without a state for webhooks, so the first answer has no previous values.
    const [answered, ...others] = await webhooks((await list()).nodes[0]?.id ?? '');
    expect(answered?.payload).toMatchObject({ current: { state: 'attending' }, previous: {} });
    expect(others).toEqual([]);
    // Another spelling of the address gets the same link.
    await sendForm(calendar, '/rsvp/links', { occurrence: id, email: 'guest@example.org', name: 'Another name' });
    const links = (await rsvpMails(calendar, 'Guest@Example.org')).map(
      ({ kind, url }) => `${kind} ${new URL(url).pathname}`,
    );
    expect(links).toEqual([`link ${link}`, `attending ${link}`, `link ${link}`]);
    expect((await list()).nodes).toMatchObject([{ email: 'Guest@Example.org', state: 'ATTENDING' }]);
    const tooMany = await sendForm(calendar, link, { answer: 'YES', partySize: '2' });
    expect(tooMany.statusCode).toBe(422);
    expect(tooMany.body).toContain('An answer has one place at most.');
    expect((await sendForm(calendar, link, { answer: 'perhaps' })).statusCode).toBe(422);
    const odd = { toString: 1 };
    const sendJson = (url: string, payload: object) => calendar.app.inject({ method: 'POST', url, payload });
    expect((await sendJson(link, { answer: 'YES', partySize: odd })).statusCode).toBe(422);
    const guest = { email: 'guest@example.org', name: 'A guest' };
    expect((await sendJson('/rsvp/links', { ...guest, occurrence: odd })).statusCode).toBe(404);
  });

  it('are asked for by a link whose time starts again with each mail', async () => {
    await set({});
    const link = await requestLink(calendar, id, 'late@example.org');
    const times = async (): Promise<Date[]> => {
      const [row] = await calendar.source.query<{ created_at: Date; updated_at: Date }[]>(
        'select created_at, updated_at from calendar.rsvp_responses where event_id = $1',
        [eventId],
      );
      return row ? [row.created_at, row.updated_at] : [];
    };
    const first = calendar.clock.now();
    calendar.clock.advance(6 * DAY);
    try {
      expect(await requestLink(calendar, id, 'late@example.org')).toBe(link);
      expect(await times()).toEqual([first, calendar.clock.now()]);
      expect((await sendForm(calendar, link, { answer: 'YES' })).statusCode).toBe(303);
      const answered = calendar.clock.now();
      calendar.clock.advance(DAY);
      await requestLink(calendar, id, 'late@example.org');
      expect(await times()).toEqual([first, answered]);
    } finally {
      calendar.clock.advance(first.getTime() - calendar.clock.now().getTime());
    }
  });

  it('given by a mailed link belong to the account with the same address once it repeats them', async () => {
    await set({});
    const link = await requestLink(calendar, id, emailOf(0).toUpperCase());
    expect((await sendForm(calendar, link, { answer: 'YES' })).statusCode).toBe(303);
    const remove = async (answerId: string) =>
      calendar.send('mutation ($id: ID!) { removeRsvpResponse(id: $id) }', { id: answerId }, { hash: hashOf(0) });
    const before = (await kinds(emailOf(0).toUpperCase())).length;
    const other = await answer(1, 'YES');
    const { id: answerId } = await answer(0, 'YES');
    expect(answerId).not.toBe(other.id);
    expect(await overview(hashOf(0))).toMatchObject({ placesTaken: 2, answer: { state: 'ATTENDING' } });
    expect((await webhooks(answerId)).map(({ event }) => event)).toEqual(['calendar.rsvp.answered']);
    expect(await kinds(emailOf(0).toUpperCase())).toHaveLength(before);
    // The link still opens the answer, and a repeated answer by it leaves the answer to the account.
    expect((await sendForm(calendar, link, { answer: 'YES' })).statusCode).toBe(303);
    expect((await remove(other.id)).errors[0]?.extensions.code).toBe('FORBIDDEN');
    expect((await remove(answerId)).errors).toEqual([]);
  });

  it('have a page for guests, whose address the owner can pass on', async () => {
    await set({ capacity: 1, hasWaitingList: false });
    const url = new URL(String((await overview())?.['url'])).pathname;
    expect(url).toBe(`/rsvp/occurrences/${id}`);
    const pageIn = (language: string) => calendar.app.inject({ url, headers: { 'accept-language': language } });
    const page = await pageIn('en');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    expect(page.body).toContain('One place is left.');
    const [, occurrence = ''] = /name="occurrence" value="([^"]*)"/.exec(page.body) ?? [];
    expect(page.body).toContain('<form method="post" action="/rsvp/links">');
    const link = await requestLink(calendar, occurrence, 'page@example.org');
    expect((await sendForm(calendar, link, { answer: 'YES' })).statusCode).toBe(303);
    expect((await pageIn('de')).body).toContain('Es ist kein Platz frei.');
    await set({ isOpen: false });
    const closed = (await pageIn('en')).body;
    expect(closed).toContain('The event takes no more answers.');
    expect(closed).not.toContain('<form');
    const other = await addEvent(calendar, owner.hash, { time: TIME });
    for (const unknown of [`${other}_20260601T070000Z`, `${eventId}_20260602T070000Z`, 'x']) {
      const response = await calendar.app.inject({ url: `/rsvp/occurrences/${unknown}` });
      expect([unknown, response.statusCode]).toEqual([unknown, 404]);
      expect(response.body).toContain('The event takes no answers');
    }
  });

  it('are asked for in the language of the guest', async () => {
    await set({ maxPartySize: 2 });
    const link = await requestLink(calendar, id, 'gast@example.org');
    const page = await calendar.app.inject({ url: link, headers: { 'accept-language': 'de-AT,en;q=0.5' } });
    expect(page.headers['vary']).toContain('accept-language');
    expect(page.body).toContain('<html lang="de">');
    expect(page.body).toContain('Guten Tag, A guest. Kommen Sie?');
    expect(page.body).toContain('Montag, 1. Juni 2026, 09:00–10:00 (Europe/Berlin)');
    expect(page.body).not.toMatch(/you coming|Places|Maybe/);
    const unknown = await calendar.app.inject({ url: `${link}x`, headers: { 'accept-language': 'de' } });
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain('Diese Antwort gibt es nicht');
  });

  it('are refused with a reason in the language of the guest', async () => {
    await set({ capacity: 3, maxPartySize: 2, hasWaitingList: false });
    const link = await requestLink(calendar, id, 'gast@example.org');
    await answer(0, 'YES', 2);
    const refusal = async (fields: Record<string, string>, url = link) => {
      const { body } = await sendForm(calendar, url, fields, 'de');
      return /<p(?: role="alert")?>([^<]*)<\/p>\n(?:<p class="state"|<\/main>)/.exec(body)?.[1];
    };
    const yes = (partySize: number) => refusal({ answer: 'YES', partySize: String(partySize) });
    expect(await yes(3)).toBe('Eine Antwort hat höchstens 2 Plätze.');
    expect(await yes(2)).toBe('Für Sie ist nur noch ein Platz frei.');
    await answer(1, 'YES');
    expect(await yes(1)).toBe('Es ist kein Platz mehr frei.');
    expect(await yes(101)).toBe('Bitte geben Sie eine Zahl von 1 bis 100 Plätzen an.');
    expect(await refusal({ answer: 'x' })).toMatch(/^Das Formular ist nicht vollständig/);
    expect(await refusal({ answer: 'NO' }, `${link}x`)).toMatch(/^Der Link ist nicht vollständig/);
    const guest = { occurrence: id, email: 'neu@example.org', name: 'Gast' };
    expect(await refusal({ ...guest, email: 'x' }, '/rsvp/links')).toMatch(/E-Mail-Adresse an\.$/);
    expect(await refusal({ ...guest, name: '' }, '/rsvp/links')).toMatch(/^Bitte geben Sie Ihren Namen/);
    expect(await refusal({ ...guest, occurrence: 'x' }, '/rsvp/links')).toMatch(/^Diesen Termin gibt es nicht/);
    await set({ isOpen: false });
    expect(await yes(1)).toBe('Der Termin nimmt keine Antworten mehr an.');
    expect(await refusal(guest, '/rsvp/links')).toBe('Der Termin nimmt keine Antworten mehr an.');
  });

  it('need the whole link, and a complete form', async () => {
    await set({});
    const link = await requestLink(calendar, id, 'other@example.org');
    const forged = `${link.slice(0, -2)}${link.endsWith('AA') ? 'BB' : 'AA'}`;
    expect((await calendar.app.inject({ url: forged })).statusCode).toBe(404);
    expect((await sendForm(calendar, forged, { answer: 'YES' })).statusCode).toBe(404);
    const bad = await sendForm(calendar, '/rsvp/links', { occurrence: id, email: 'no address', name: '<b>' });
    expect(bad.statusCode).toBe(422);
    expect(bad.body).toContain('Please give a complete e-mail address.');
    expect((await sendForm(calendar, '/rsvp/links', { occurrence: 'x', email: 'a@b.co', name: 'A' })).statusCode).toBe(
      404,
    );
    expect((await list()).nodes).toMatchObject([{ state: 'UNANSWERED' }]);
  });

  it('show names and titles of others as text', async () => {
    eventId = await addEvent(calendar, owner.hash, {
      time: TIME,
      info: [{ language: 'en', title: '<script>1</script>' }],
    });
    id = `${eventId}_20260601T070000Z`;
    await set({});
    const response = await sendForm(calendar, '/rsvp/links', {
      occurrence: id,
      email: 'x@example.org',
      name: '<img src=x>',
    });
    expect(response.statusCode).toBe(200);
    const mail = (await rsvpMails(calendar, 'x@example.org')).at(-1);
    const { body } = await calendar.app.inject({ url: new URL(mail?.url ?? '').pathname });
    expect(body).toContain('&lt;script&gt;');
    expect(body).toContain('&lt;img src=x&gt;');
    expect(body).not.toMatch(/<script|<img/);
  });
});
