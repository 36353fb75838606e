import type { EmailBody, Recipient } from '@almanac/rendering';

/** The rendered mail of a post, as `emails.content` stores it. */
export interface EmailContent {
  /** Null when free members may read nothing of the post. */
  free: EmailBody | null;
  paid: EmailBody;
}

/** A rendered mail, ready for its recipients. */
export interface EmailToSend {
  id: string;
  subject: string;
  /** The mail of one free member; null when they may read nothing of the post. */
  forFree: ((recipient: Recipient) => EmailBody) | null;
  forPaying: (recipient: Recipient) => EmailBody;
  /** The key of the links of members. */
  linkSecret: string;
}

/** A range of the recipients of a mail, claimed by this worker. */
export interface ClaimedBatch {
  emailId: string;
  number: number;
  /** The range begins after this id: the last member of the previous batch. */
  afterMemberId: string;
  lastMemberId: string;
  /** When the claim expires, as PostgreSQL writes it. A claim with another value belongs to another worker. */
  claimedUntil: string;
}

/** A recipient and the member as they are now. */
export interface PendingRecipient {
  memberId: string;
  /** Null when the member was deleted. */
  address: string | null;
  name: string | null;
  isSubscribed: boolean;
  isDisabled: boolean;
  isPaying: boolean;
  attemptCount: number;
  /** Permanent failures in a row before this attempt. */
  failures: number;
}
