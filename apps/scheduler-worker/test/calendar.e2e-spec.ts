import { createObjectId } from '@almanac/entities';
import { ZONE_DATA_VERSION } from '@almanac/recurrence';
import { MAIL_REQUESTED, recordEvent, sealMail } from '@almanac/outbox';
import { ExtendOccurrencesProcessor } from '../src/extend-occurrences/extend-occurrences.processor';
import { Mailbox } from './mailbox';
import { ENCRYPTION_KEY, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const DAY = 86_400_000;

describe('the calendar', () => {
  let worker: WorkerUnderTest;
  let mailbox: Mailbox;

  beforeAll(async () => {
    mailbox = await Mailbox.open();
    worker = await startWorker('postgres', { smtpUrl: mailbox.url });
  });
  afterAll(async () => {
    await worker.close();
    await mailbox.close();
  });

  it('delivers calendar events to webhooks in the shape they are recorded', async () => {
    await worker.addWebhook('/calendar', { event: 'calendar.event.updated' });
    const id = createObjectId();
    await recordEvent(worker.calendar.manager, {
      subjectType: 'calendar.event',
      subjectId: id,
      revision: 3,
      event: 'calendar.event.updated',
      payload: {
        current: { id, status: 'confirmed', start: '2026-01-01T09:00:00+01:00' },
        previous: { status: 'tentative' },
      },
    });
    await until(() => worker.receiver.at('/calendar').length === 1);
    expect(JSON.parse(worker.receiver.at('/calendar')[0]?.body ?? '')).toEqual({
      event: {
        current: { id, status: 'confirmed', start: '2026-01-01T09:00:00+01:00' },
        previous: { status: 'tentative' },
        sequence: 3,
      },
    });
  });

  it('sends recorded mails', async () => {
    const values = { username: 'ada', url: 'http://cal.example/?hash=h4sh', hash: 'h4sh' };
    await recordEvent(worker.calendar.manager, {
      subjectType: 'mail',
      subjectId: createObjectId(),
      revision: 1,
      event: MAIL_REQUESTED,
      payload: sealMail({ template: 'calendar-sign-in', to: 'ada@example.com', values }, ENCRYPTION_KEY),
    });
    await until(() => mailbox.to('ada@example.com').length === 1);
    expect(mailbox.to('ada@example.com')[0]).toContain('h4sh');
  });

  it('adds the occurrences that entered the window, and removes the ones that left it', async () => {
    const eventId = createObjectId();
    const startAt = new Date(Math.floor(Date.now() / DAY) * DAY - 800 * DAY);
    const heldUntil = new Date(startAt.getTime() + 10 * DAY);
    await worker.calendar.query(
      `insert into calendar.users (id, email, email_key, username, username_key, name, created_at)
       values ('u', 'u@example.com', 'u@example.com', 'u', 'u', 'U', now())`,
    );
    await worker.calendar.query(
      `insert into calendar.events (id, owner_id, status, time_zone, start_wall, start_at, end_at, recurrence, information, tags,
         tag_keys, last_end_at, materialized_from_at, materialized_until_at, zone_data_release, created_at, updated_at)
       values ($1, 'u', 'confirmed', 'UTC', $2, $3, $4, 'RRULE:FREQ=WEEKLY', '[]', '{}', '{}', '2300-01-01Z', $3, $5, $6, now(), now())`,
      [
        eventId,
        startAt.toISOString().slice(0, 19),
        startAt,
        new Date(startAt.getTime() + 3_600_000),
        heldUntil,
        ZONE_DATA_VERSION,
      ],
    );
    await worker.calendar.query(
      `insert into calendar.occurrences (event_id, start_at, end_at, is_cancelled) values ($1, $2, $3, false)`,
      [eventId, startAt, new Date(startAt.getTime() + 3_600_000)],
    );
    await worker.app.get(ExtendOccurrencesProcessor).process();
    const [row] = await worker.calendar.query(
      `select count(*)::int as count, min(start_at) as first, max(start_at) as last from calendar.occurrences where event_id = $1`,
      [eventId],
    );
    // A year back and two years ahead, week by week.
    expect(row.count).toBeGreaterThanOrEqual(155);
    expect(row.count).toBeLessThanOrEqual(158);
    expect(row.first.getTime()).toBeGreaterThan(Date.now() - 375 * DAY);
    expect(row.last.getTime()).toBeGreaterThan(Date.now() + 715 * DAY);
  });
});
