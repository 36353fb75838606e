import type { RsvpCalendarEntry, RsvpMailValues } from '@almanac/outbox';
import { renderMessage } from './mail-message';
import { rsvpInvitation } from './rsvp-invitation';
import { rsvpMessage } from './rsvp-message';

const entry: RsvpCalendarEntry = {
  method: 'REQUEST',
  uid: '664f1d0e8a5b3c2f1e0d9c8b',
  sequence: 7,
  start: '2026-06-01T07:00:00.000Z',
  end: '2026-06-01T08:00:00.000Z',
  isAllDay: false,
  stamp: '2026-05-05T12:00:00.000Z',
  description: null,
  organizer: 'Olive "O" Hart',
  guest: { name: 'Gil; Guest', email: 'gil@example.org' },
  participation: 'ACCEPTED',
};
const values: RsvpMailValues = {
  kind: 'attending',
  title: 'Regatta, first day',
  when: {
    en: 'Monday, 1 June 2026, 09:00–10:00 (Europe/Berlin)',
    de: 'Montag, 1. Juni 2026, 09:00–10:00 (Europe/Berlin)',
  },
  place: 'Harbour',
  partySize: 2,
  url: 'https://calendar.example.org/rsvp/664f1d0e8a5b3c2f1e0d9c8b.x',
  entry,
};

/** The content lines without folds (RFC 5545 §3.1). */
const linesOf = (content: string): string[] => content.replaceAll('\r\n ', '').split('\r\n');
const invitation = (change: Partial<RsvpCalendarEntry> = {}): string[] =>
  linesOf(rsvpInvitation(values, { ...entry, ...change }, 'Almanac <noreply@example.org>').content);

describe('the calendar entry of an answer', () => {
  it('is a request of the sender to the guest, who has accepted', () => {
    const lines = invitation();
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:REQUEST',
        'UID:664f1d0e8a5b3c2f1e0d9c8b',
        'SEQUENCE:7',
        'DTSTAMP:20260505T120000Z',
        'DTSTART:20260601T070000Z',
        'DTEND:20260601T080000Z',
        'SUMMARY:Regatta\\, first day',
        'LOCATION:Harbour',
        'STATUS:CONFIRMED',
      ]),
    );
    expect(lines.find((line) => line.startsWith('ORGANIZER'))).toMatch(/:mailto:noreply@example\.org$/);
    const attendee = lines.find((line) => line.startsWith('ATTENDEE')) ?? '';
    expect(attendee).toContain('PARTSTAT=ACCEPTED');
    expect(attendee).toMatch(/mailto:gil@example\.org$/i);
  });

  it('is cancelled under the same UID', () => {
    const lines = invitation({ method: 'CANCEL', participation: 'DECLINED', sequence: 8 });
    expect(lines).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'UID:664f1d0e8a5b3c2f1e0d9c8b', 'SEQUENCE:8', 'STATUS:CANCELLED']),
    );
  });

  it('has dates when it is all-day, in every zone of the host', () => {
    const days = { start: '2026-06-01T00:00:00.000Z', end: '2026-06-03T00:00:00.000Z', isAllDay: true };
    expect(invitation(days)).toEqual(
      expect.arrayContaining(['DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260603']),
    );
  });

  it('has no end when it is a point in time', () => {
    expect(invitation({ end: entry.start }).some((line) => line.startsWith('DTEND'))).toBe(false);
  });
});

describe('the mail about an answer', () => {
  it('says what the answer is, with the link', () => {
    const { subject, text } = renderMessage(rsvpMessage('en', values), 'en');
    expect(subject).toBe('You have a place: Regatta, first day');
    expect(text).toContain('2 places are yours.');
    expect(text).toContain('Regatta, first day · Monday, 1 June 2026, 09:00–10:00 (Europe/Berlin) · Harbour');
    expect(text).toContain(values.url);
  });

  it('is in German for German sites', () => {
    const { subject, text } = renderMessage(rsvpMessage('de', values), 'de');
    expect(subject).toBe('Sie haben einen Platz: Regatta, first day');
    expect(text).toContain('Wir haben 2 Plätze für Sie.');
    expect(text).toContain('Montag, 1. Juni 2026');
  });

  it.each([
    ['en', 'maybe', 1, 'You answered maybe: Regatta, first day', 'It does not hold a place.'],
    ['en', 'declined', 1, 'You are not coming: Regatta, first day', 'Your answer is no.'],
    ['de', 'maybe', 1, 'Sie kommen vielleicht: Regatta, first day', 'Das hält keinen Platz frei.'],
    ['de', 'declined', 1, 'Sie haben abgesagt: Regatta, first day', 'Sie haben abgesagt.'],
    ['de', 'waiting', 1, 'Sie stehen auf der Warteliste: Regatta, first day', 'im Augenblick ist kein Platz frei.'],
    [
      'de',
      'waiting',
      2,
      'Sie stehen auf der Warteliste: Regatta, first day',
      'im Augenblick sind keine 2 Plätze frei.',
    ],
  ] as const)('has a clear subject and reason: %s %s, %i places', (language, kind, partySize, subject, reason) => {
    const mail = renderMessage(rsvpMessage(language, { ...values, kind, partySize }), language);
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain(reason);
  });

  it.each(['cancelled', 'removed'] as const)('has no link when the answer is over: %s', (kind) => {
    expect(renderMessage(rsvpMessage('en', { ...values, kind }), 'en').text).not.toContain(values.url);
  });

  it('promises nothing to a guest who only asked for the link', () => {
    const { text } = renderMessage(rsvpMessage('en', { ...values, kind: 'link', entry: null }), 'en');
    expect(text).toContain('Open the link to say whether you come.');
    expect(text).toContain('If you did not request this, you can ignore this mail.');
  });
});
