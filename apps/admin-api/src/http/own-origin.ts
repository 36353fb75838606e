import { BadRequestError, UnsupportedMediaTypeError } from '@almanac/errors';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkInterfaces } from 'node:os';
import { originOf } from '../session/origin';

function localHostnames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return ['localhost', ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))];
}

/**
 * A test for `Origin` headers: accepts this machine, the host of the site and the host of the admin front end.
 */
export function ownOrigins({
  siteUrl,
  adminUrl,
}: Pick<AdminApiConfiguration, 'siteUrl' | 'adminUrl'>): (origin: string | undefined) => boolean {
  const own = [siteUrl, ...(adminUrl === undefined ? [] : [adminUrl])].map((url) => new URL(url).hostname);
  const hostnames = new Set([...localHostnames(), ...own]);
  return (origin) => origin !== undefined && URL.canParse(origin) && hostnames.has(new URL(origin).hostname);
}

/**
 * Protects sign-in routes against requests of other sites (login CSRF, ADR 0124). Browsers send a form to another site
 * without a preflight request, but not JSON.
 */
@Injectable()
export class OwnOriginCheck {
  private readonly isOwn: (origin: string | undefined) => boolean;

  constructor(private readonly configuration: AdminApiConfiguration) {
    this.isOwn = ownOrigins(configuration);
  }

  /** @throws UnsupportedMediaTypeError for a body that is not JSON, BadRequestError for the origin of another site */
  assertOwn(request: FastifyRequest): void {
    const type = request.headers['content-type'];
    if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type)) {
      throw new UnsupportedMediaTypeError('The body must be JSON, with the content type application/json.');
    }
    const origin = originOf(request);
    // Clients other than browsers send no origin.
    if (origin === undefined || this.isOwn(origin)) return;
    const expected = new URL(this.configuration.siteUrl).origin;
    throw new BadRequestError(`Request made from incorrect origin. Expected '${expected}' received '${origin}'.`);
  }
}
