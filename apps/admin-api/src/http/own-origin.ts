import { BadRequestError, UnsupportedMediaTypeError } from '@almanac/errors';
import { AdminApiConfiguration, serializedOrigins } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkInterfaces } from 'node:os';
import { originOf } from '../session/origin';

/** Error messages show at most this many characters of a header. */
const MAX_SHOWN_LENGTH = 100;

/** `localhost` and the IP addresses of this machine. */
function localHostnames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return ['localhost', ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))];
}

/**
 * Returns a test for `Origin` headers. It accepts `localhost`, the IP addresses of this machine, and the hosts of the site and of the
 * Console, with any scheme and port.
 */
export function ownOriginTest({
  siteUrl,
  adminUrl,
}: Pick<AdminApiConfiguration, 'siteUrl' | 'adminUrl'>): (origin: string | undefined) => boolean {
  const own = [siteUrl, ...(adminUrl === undefined ? [] : [adminUrl])].map((url) => new URL(url).hostname);
  const hostnames = new Set([...localHostnames(), ...own]);
  return (origin) => origin !== undefined && URL.canParse(origin) && hostnames.has(new URL(origin).hostname);
}

/**
 * Protects public routes against requests of other sites (ADR 0124): those by which staff or members sign in, by which staff set up the
 * site, accept an invitation or reset a password, and the route by which members change their own data. A browser sends a form to another
 * site without a preflight request, but JSON only after a preflight request. So these routes accept only JSON.
 */
@Injectable()
export class OwnOriginCheck {
  private readonly isOwn: (origin: string | undefined) => boolean;
  private readonly siteOrigin: string;
  /** The origin on which staff sign in: that of `ADMIN_URL`; if SINGLE_ORIGIN is true, that of the site. */
  private readonly staffOrigin: string;
  /** Other origins on which members sign in, from `MEMBERS_CORS_ORIGINS`. */
  private readonly memberOrigins: ReadonlySet<string>;

  constructor({ siteUrl, adminUrl, singleOrigin, membersCorsOrigins }: AdminApiConfiguration) {
    this.memberOrigins = serializedOrigins(membersCorsOrigins);
    this.isOwn = ownOriginTest({ siteUrl, adminUrl });
    this.siteOrigin = new URL(siteUrl).origin;
    this.staffOrigin = singleOrigin ? this.siteOrigin : new URL(adminUrl ?? siteUrl).origin;
  }

  /**
   * Checks the content type and the origin of a request. A request without an origin passes the check of the origin.
   * @param users the people who use the route. Unless SINGLE_ORIGIN is true, `staff` cannot sign in on pages of the site, because
   *   scripts of authors run there (ADR 0280)
   * @throws UnsupportedMediaTypeError for a content type other than JSON, BadRequestError for an origin that is not accepted
   */
  assertJsonFromOwnOrigin(request: FastifyRequest, users: 'members' | 'staff'): void {
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
      throw new UnsupportedMediaTypeError('The body must be JSON, with the content type application/json.');
    }
    const origin = originOf(request);
    if (users === 'members' && origin !== undefined && this.memberOrigins.has(origin)) return;
    const expected = users === 'staff' ? this.staffOrigin : this.siteOrigin;
    // Clients other than browsers send no origin.
    if (origin === undefined) return;
    // `isOwn` also accepts the site, where staff cannot sign in unless SINGLE_ORIGIN is true.
    const isForbiddenSite = origin === this.siteOrigin && origin !== expected;
    if (this.isOwn(origin) && !isForbiddenSite) return;
    throw new BadRequestError(
      `Request made from incorrect origin. Expected '${expected}' received '${origin.slice(0, MAX_SHOWN_LENGTH)}'.`,
    );
  }
}
