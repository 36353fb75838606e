import type { EmailBody, Recipient } from '@almanac/rendering';
import type { MailSender } from '../mail-transport/member-sender';

/** A rendered newsletter, as `emails.content` stores it. */
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
  /** Signs the links that are personal to a member, e.g. the one to unsubscribe. */
  linkSecret: string;
}

/** A range of the recipients of a newsletter, claimed by this worker. */
export interface ClaimedBatch {
  emailId: string;
  number: number;
  /** The range begins after this id: the last member of the previous batch. */
  afterMemberId: string;
  lastMemberId: string;
  /**
   * When the claim expires, as text of PostgreSQL, so that no precision is lost. It also identifies the claim: updates apply only while the
   * row has this value.
   */
  claimedUntil: string;
}

/** A recipient with the current data of the member. */
export interface PendingRecipient {
  memberId: string;
  /** Null when the member was deleted. */
  address: string | null;
  name: string | null;
  isSubscribed: boolean;
  isDisabled: boolean;
  isPaying: boolean;
  attemptCount: number;
  /** The number of permanent failures of the address since the last mail that was sent to it. */
  failures: number;
}
