import { NoPermissionError } from '@almanac/errors';
import { AdminApiConfiguration } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The characters of a host with a port; a URL made from others has another host. */
const HOST_HEADER = /^[\w.:[\]-]+$/;

type RequestHost = Pick<FastifyRequest, 'host' | 'headers'>;

/**
 * Decides on which hosts staff have sessions: only on that of `ADMIN_URL`, because scripts of authors run on the site's
 * origin (ADR 0280). With `SINGLE_ORIGIN`, every host is allowed.
 */
@Injectable()
export class SessionHosts {
  constructor(private readonly configuration: AdminApiConfiguration) {}

  /** Browsers do not separate cookies by port, so a cookie on another port of the host is not proof of the origin. */
  isAllowed({ host, headers }: RequestHost): boolean {
    const { adminUrl, siteUrl, singleOrigin } = this.configuration;
    if (singleOrigin) return true;
    // A client can forge X-Forwarded-Host; the Host header of the site's origin decides against it.
    return hasHost(adminUrl, host) && !hasHost(siteUrl, headers.host);
  }

  /** @throws NoPermissionError that names the address for staff */
  assertAllowed(request: RequestHost): void {
    if (this.isAllowed(request)) return;
    const { adminUrl } = this.configuration;
    throw new NoPermissionError('Staff cannot sign in on this address.', {
      context: `Staff sign in at ${adminUrl ?? 'ADMIN_URL'}.`,
    });
  }
}

/** Whether a Host header names the host and port of the URL; the port of the scheme may be left out. */
function hasHost(url: string | undefined, host: string | undefined): boolean {
  if (url === undefined || host === undefined || !HOST_HEADER.test(host)) return false;
  const { protocol, host: expected } = new URL(url);
  const named = `${protocol}//${host}`;
  return URL.canParse(named) && new URL(named).host === expected;
}
