import { type RateLimit, RateLimits } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { digestOf } from '../accounts/secrets';

const HOUR_IN_SECONDS = 3_600;
/** The answers that one user, or one mailed link, can send in an hour: most of them cause a mail. */
const ANSWERS_PER_HOUR = 30;

/** The rate limit of mails that one IP address requests. */
export function mailsPerIpLimit(points: number): RateLimit {
  return { name: 'calendar-mails-ip', points, durationSeconds: HOUR_IN_SECONDS };
}

/** A digest: an address can be longer than a key, and the table of rate limits must not contain addresses. */
function keyOf(email: string): string {
  return digestOf(email.toLowerCase());
}

/** The rate limits of mails. */
@Injectable()
export class MailLimits {
  constructor(
    private readonly rateLimits: RateLimits,
    private readonly configuration: CalendarGraphqlConfiguration,
  ) {}

  /** Counts a mail with a sign-in link to an address. @throws TooManyRequestsError */
  async consumeForSignInLink(email: string): Promise<void> {
    const { mailsPerAddressPerHour, signInLinkMinutes } = this.configuration;
    // The window is not longer than the life of a sign-in link. So an address with too many sign-in links still has a working one.
    const minutes = Math.min(60, signInLinkMinutes);
    const points = Math.max(1, Math.floor((mailsPerAddressPerHour * minutes) / 60));
    const limit = { name: 'calendar-mails-address', points, durationSeconds: minutes * 60 };
    await this.rateLimits.consume(limit, keyOf(email));
  }

  /**
   * Counts a mail to an address with a link to answer. Sign-in links are counted apart: otherwise a client that requests many links to
   * answer could stop the owner of the address from signing in.
   * @throws TooManyRequestsError
   */
  async consumeForRsvpLink(email: string): Promise<void> {
    const points = this.configuration.mailsPerAddressPerHour;
    const limit = { name: 'calendar-rsvp-links-address', points, durationSeconds: HOUR_IN_SECONDS };
    await this.rateLimits.consume(limit, keyOf(email));
  }

  /** Counts a mail with a link that an IP address requests. @throws TooManyRequestsError */
  consumeForIp(ip: string): Promise<void> {
    return this.rateLimits.consume(mailsPerIpLimit(this.configuration.mailsPerIpPerHour), ip);
  }

  /** Counts an answer. @param key the id of the user or of the answer @throws TooManyRequestsError */
  consumeForRsvp(key: string): Promise<void> {
    const limit = { name: 'calendar-rsvp-responses', points: ANSWERS_PER_HOUR, durationSeconds: HOUR_IN_SECONDS };
    return this.rateLimits.consume(limit, key);
  }
}
