import type { RsvpCalendarEntry, RsvpMailValues } from '@almanac/outbox';
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  ICalEventStatus,
} from 'ical-generator';

const ADDRESS_IN_BRACKETS = /<([^<>]+)>\s*$/;
/** The participation status of the guest (PARTSTAT of RFC 5545). */
const PARTICIPATIONS: Record<RsvpCalendarEntry['participation'], ICalAttendeeStatus> = {
  ACCEPTED: ICalAttendeeStatus.ACCEPTED,
  TENTATIVE: ICalAttendeeStatus.TENTATIVE,
  DECLINED: ICalAttendeeStatus.DECLINED,
};

/**
 * The calendar entry of an answer (RSVP) as an iCalendar file (iTIP, RFC 5546 §3.2.2 and §3.2.5). Mail programs add the entry to the
 * calendar of the guest, or remove it if its method is CANCEL.
 * @param sender the sender of the mail: an address, or a name and an address in angle brackets. The entry names this address as the
 *   address of the organizer, because the address of the event's owner is not public
 */
export function rsvpInvitation(
  { title, place, url }: Pick<RsvpMailValues, 'title' | 'place' | 'url'>,
  entry: RsvpCalendarEntry,
  sender: string,
): { method: string; filename: string; content: string } {
  const { method, uid, sequence, guest, participation } = entry;
  const isCancelled = method === 'CANCEL';
  const organizerAddress = ADDRESS_IN_BRACKETS.exec(sender)?.[1] ?? sender;
  const calendar = ical({
    prodId: { company: 'Almanac', product: 'Calendar', language: 'EN' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  });
  const [start, end] = [new Date(entry.start), new Date(entry.end)];
  calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(entry.stamp),
    start,
    // RFC 5545 §3.8.2.2: DTEND must be later than DTSTART, so an occurrence without a duration has no DTEND.
    end: end > start ? end : null,
    allDay: entry.isAllDay,
    timezone: 'UTC',
    summary: title,
    location: place,
    description: entry.description,
    url,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    busystatus: participation === 'ACCEPTED' ? ICalEventBusyStatus.BUSY : ICalEventBusyStatus.TENTATIVE,
    organizer: { name: entry.organizer || organizerAddress, email: organizerAddress },
    attendees: [{ ...guest, status: PARTICIPATIONS[participation], role: ICalAttendeeRole.REQ, rsvp: false }],
  });
  return { method, filename: isCancelled ? 'cancelled.ics' : 'event.ics', content: calendar.toString() };
}
