import { NoPermissionError } from '@almanac/errors';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The characters of a host and a port. Other characters, such as `@` and `/`, would change the host of the URL that `hasHost` builds. */
const HOST_HEADER = /^[\w.:[\]-]+$/;

type RequestHost = Pick<FastifyRequest, 'host' | 'headers'>;

/**
 * Decides on which hosts staff can have sessions: only on the host of `ADMIN_URL`, because scripts of authors run on the origin of the
 * site (ADR 0280). With `SINGLE_ORIGIN`, every host is allowed.
 */
@Injectable()
export class StaffSessionHosts {
  constructor(private readonly configuration: AdminApiConfiguration) {}

  /** Whether staff can have sessions on the host of a request. Compares ports, too: browsers send a cookie to all ports of its host. */
  isAllowed({ host, headers }: RequestHost): boolean {
    const { adminUrl, siteUrl, singleOrigin } = this.configuration;
    if (singleOrigin) return true;
    // `host` can come from `X-Forwarded-Host`, which a client can forge. So a `Host` header of the site is rejected, too.
    return hasHost(adminUrl, host) && !hasHost(siteUrl, headers.host);
  }

  /** @throws NoPermissionError that names the URL at which staff sign in */
  assertAllowed(request: RequestHost): void {
    if (this.isAllowed(request)) return;
    const { adminUrl } = this.configuration;
    throw new NoPermissionError('Staff cannot sign in at this address.', {
      context: `Staff sign in at ${adminUrl ?? 'ADMIN_URL'}.`,
    });
  }
}

/** Whether a `Host` header names the host and port of the URL. The header may leave out the default port of the scheme. */
function hasHost(url: string | undefined, host: string | undefined): boolean {
  if (url === undefined || host === undefined || !HOST_HEADER.test(host)) return false;
  const { protocol, host: expected } = new URL(url);
  const named = `${protocol}//${host}`;
  return URL.canParse(named) && new URL(named).host === expected;
}
