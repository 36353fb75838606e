import type { EmailBody, Recipient } from '@almanac/rendering';
import type { MailSender } from '../mail-transport/member-sender';

/** The content of a rendered newsletter, as `emails.content` stores it. */
export interface EmailContent {
  /** Null when free members may read nothing of the post. */
  free: EmailBody | null;
  paid: EmailBody;
}

/** A rendered newsletter, ready for its recipients. */
export interface EmailToSend {
  id: string;
  sender: MailSender;
  subject: string;
  /** Builds the mail to one free member; null when free members may read nothing of the post. */
  personalizeFree: ((recipient: Recipient) => EmailBody) | null;
  /** Builds the mail to one paying member. */
  personalizePaid: (recipient: Recipient) => EmailBody;
  /** Signs the personal links of a member, e.g. the link to unsubscribe. */
  linkSecret: string;
}

/** A batch that this worker has claimed: the recipients of a newsletter whose member ids are in a range. */
export interface ClaimedBatch {
  emailId: string;
  /** The position of the batch in its newsletter; the first one has 1. */
  number: number;
  /** The range begins after this id: the last member of the previous batch, or an empty string for the first batch. */
  afterMemberId: string;
  /** The last member id of the range. */
  lastMemberId: string;
  /**
   * When the claim expires, as text of PostgreSQL, so that no precision is lost. It also identifies the claim: updates apply only while the
   * row has this value.
   */
  claimedUntil: string;
}

/** A recipient to whom the newsletter was not sent yet, with the current data of the member. */
export interface PendingRecipient {
  memberId: string;
  /** Null when the member was deleted. */
  address: string | null;
  name: string | null;
  isSubscribed: boolean;
  /** Whether the member gets no mails of posts, because mails to the address failed permanently. */
  isDisabled: boolean;
  isPaying: boolean;
  /** The number of attempts to send this newsletter to the member so far. */
  attemptCount: number;
  /** Whether the mail server has accepted this newsletter for at least one member. */
  isAcceptedForOthers: boolean;
  /** The number of newsletters that failed permanently because of the address, since the last newsletter that was sent to it. */
  addressFailures: number;
}
