import type { RsvpMailValues } from '@almanac/outbox';

export type RsvpMailKind = RsvpMailValues['kind'];

/** The wording of one kind of RSVP mail. */
export interface RsvpWording {
  subject: (title: string) => string;
  /** The paragraph after the greeting. */
  text: (values: RsvpMailValues) => string;
}

const places = (count: number): string => (count === 1 ? 'one place' : `${count} places`);

/** The English wording of RSVP mails, by kind. */
export const englishRsvpWordings: Record<RsvpMailKind, RsvpWording> = {
  link: {
    subject: (title) => `Your answer to ${title}`,
    text: () => 'Open the link to say whether you come.',
  },
  attending: {
    subject: (title) => `You have a place: ${title}`,
    text: ({ partySize }) => `Your answer is yes, and ${places(partySize)} ${partySize === 1 ? 'is' : 'are'} yours.`,
  },
  waiting: {
    subject: (title) => `You are on the waiting list: ${title}`,
    text: ({ partySize }) =>
      `${partySize === 1 ? 'No place is' : `Fewer than ${partySize} places are`} free now. You get a mail as soon as this changes.`,
  },
  maybe: {
    subject: (title) => `You answered maybe: ${title}`,
    text: () => 'Your answer is maybe. It does not hold a place.',
  },
  declined: {
    subject: (title) => `You are not coming: ${title}`,
    text: () => 'Your answer is no. You have no place.',
  },
  promoted: {
    subject: (title) => `You now have a place: ${title}`,
    text: ({ partySize }) =>
      `You were on the waiting list. Now ${places(partySize)} ${partySize === 1 ? 'is' : 'are'} yours. If you cannot come, please answer no.`,
  },
  changed: {
    subject: (title) => `Changed: ${title}`,
    text: () => 'The event has changed. This is how it is now. Your answer stays as it is.',
  },
  restored: {
    subject: (title) => `It takes place after all: ${title}`,
    text: () => 'The event was cancelled, and now it takes place after all. Your answer stays as it is.',
  },
  cancelled: {
    subject: (title) => `Cancelled: ${title}`,
    text: () => 'The event does not take place. You need not do anything.',
  },
  removed: {
    subject: (title) => `Your answer was removed: ${title}`,
    text: () => 'The organizer removed your answer, so you have no place.',
  },
};
