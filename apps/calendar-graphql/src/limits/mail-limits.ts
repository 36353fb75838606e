import { type RateLimit, RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { digestOf } from '../accounts/secrets';

const HOUR_IN_SECONDS = 3_600;
/** The RSVP answers that one user, or the holder of one mailed link, can send in an hour. They are limited, because most cause a mail. */
const ANSWERS_PER_HOUR = 30;

/** The rate limit of mails with a link that clients of one IP address request. @param maxEvents the maximum number of mails in an hour */
export function mailsPerIpLimit(maxEvents: number): RateLimit {
  return { name: 'calendar-mails-ip', maxEvents, durationSeconds: HOUR_IN_SECONDS };
}

/**
 * The key of an e-mail address. It is a digest, because the table of rate limits must not contain addresses, and its keys have a maximum
 * length.
 */
function keyOf(email: string): string {
  return digestOf(email.toLowerCase());
}

/** The rate limits of mails to guests and users. */
@Injectable()
export class MailLimits {
  constructor(
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /** Counts a mail with a sign-in link to an address. @throws TooManyRequestsError */
  async consumeForSignInLink(email: string): Promise<void> {
    const { mailsPerAddressPerHour, signInLinkMinutes } = this.configuration;
    // With a window of an hour and links that live for less, all mailed links could expire long before the limit allows the next mail. If
    // the window is as long as this lifetime, the newest link is still valid whenever the limit refuses another one.
    const minutes = Math.min(60, signInLinkMinutes);
    const maxEvents = Math.max(1, Math.floor((mailsPerAddressPerHour * minutes) / 60));
    const limit = { name: 'calendar-mails-address', maxEvents, durationSeconds: minutes * 60 };
    await this.rateLimits.consume(limit, keyOf(email));
  }

  /**
   * Counts a mail with an RSVP link to an address. Sign-in links have a limit of their own. Otherwise a client that requests many RSVP
   * links could stop the owner of the address from signing in.
   * @throws TooManyRequestsError
   */
  async consumeForRsvpLink(email: string): Promise<void> {
    const maxEvents = this.configuration.mailsPerAddressPerHour;
    const limit = { name: 'calendar-rsvp-links-address', maxEvents, durationSeconds: HOUR_IN_SECONDS };
    await this.rateLimits.consume(limit, keyOf(email));
  }

  /** Counts a mail with a link that an IP address requests. @throws TooManyRequestsError */
  consumeForIp(ip: string): Promise<void> {
    return this.rateLimits.consume(mailsPerIpLimit(this.configuration.mailsPerIpPerHour), ip);
  }

  /**
   * Counts an RSVP answer.
   * @param key the id of the signed-in user; for an answer by a mailed link, the id of the answer
   * @throws TooManyRequestsError
   */
  consumeForRsvp(key: string): Promise<void> {
    const limit = { name: 'calendar-rsvp-responses', maxEvents: ANSWERS_PER_HOUR, durationSeconds: HOUR_IN_SECONDS };
    return this.rateLimits.consume(limit, key);
  }
}
