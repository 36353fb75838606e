import { RacingCalendar } from '../src/rsvp-races/racing-calendar';
import { VIOLATIONS } from '../src/rsvp-races/violations';

/** `RSVP_RACES=10000 npx jest rsvp-races` runs as many as the figure in ADR 0350. */
const RACES = Number(process.env['RSVP_RACES'] ?? 40);
const GUESTS = 6;
const CAPACITY = 3;
/** Races at the same time, on events of their own. */
const CONCURRENT = 4;
/** A process is killed whenever so many races have begun. */
const RACES_PER_KILL = Math.max(15, Math.floor(RACES / 40));
const START = '2090-01-02T10:00:00Z';

const CREATE = 'mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }';
const SET = 'mutation ($input: SetRsvpInput!) { setRsvp(input: $input) { capacity } }';
const ANSWER = 'mutation ($input: RsvpInput!) { respondToRsvp(input: $input) { state } }';
const event = {
  time: { timeZone: 'UTC', start: START, end: '2090-01-02T11:00:00Z' },
  info: [{ language: 'en', title: 'Race' }],
  location: {},
  meta: { tags: [] },
  status: 'confirmed',
};

describe('guests who answer at the same time', () => {
  let calendar: RacingCalendar;
  let hashes: string[];
  beforeAll(async () => {
    calendar = await RacingCalendar.start();
    hashes = (await calendar.addSessions(GUESTS)).map(({ hash }) => hash);
  }, 300_000);
  afterAll(() => calendar.stop());

  /** All guests want more places than there are, and one of them gives the place back. */
  async function race(index: number): Promise<string> {
    const [owner = ''] = hashes;
    const { createEvent } = await calendar.send<{ createEvent: { id: string } }>(owner, CREATE, { input: event });
    const eventId = createEvent.id;
    await calendar.send(owner, SET, { input: { eventId, capacity: CAPACITY, maxPartySize: 2 } });
    const occurrenceId = `${eventId}_20900102T100000Z`;
    const answer = (hash: string, reply: string, partySize: number, attempt: number) =>
      calendar.send(hash, ANSWER, { input: { occurrenceId, answer: reply, partySize } }, attempt);
    await Promise.all(
      hashes.map(async (hash, guest) => {
        await answer(hash, 'YES', 1 + ((index + guest) % 2), guest);
        if (guest === index % GUESTS) await answer(hash, 'NO', 1, guest + 1);
      }),
    );
    return eventId;
  }

  it(
    'never get more places than there are, and none is lost, also when a process is killed',
    async () => {
      let begun = 0;
      let kills = 0;
      let killing = Promise.resolve();
      const runner = async (): Promise<void> => {
        while (begun < RACES) {
          begun += 1;
          if (begun % RACES_PER_KILL === 0) killing = killing.then(async () => void (kills = await calendar.kill()));
          await race(begun);
        }
      };
      await Promise.all(Array.from({ length: CONCURRENT }, runner));
      await killing;
      expect(kills).toBeGreaterThanOrEqual(2);
      const [totals] = await calendar.source.query<{ races: string; answers: string; waiting: string }[]>(
        `select count(distinct event_id) as races, count(*) as answers,
           count(*) filter (where state = 'waiting') as waiting from calendar.rsvp_responses`,
      );
      process.stdout.write(`${JSON.stringify({ ...totals, kills })}\n`);
      // A killed process can leave an event without answers; each race has one with the answers of all guests.
      expect(Number(totals?.races)).toBe(RACES);
      expect(Number(totals?.answers)).toBe(RACES * GUESTS);
      for (const [rule, text] of Object.entries(VIOLATIONS)) {
        expect([rule, await calendar.source.query(text)]).toEqual([rule, []]);
      }
    },
    RACES * 2_000 + 300_000,
  );
});
