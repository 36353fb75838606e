import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** Load balancers address their probes to the address of a replica. */
const PROBES = /^\/health\//;

/** The name in a Host header, in lower case and without port and final dot; undefined when it is none. */
function hostName(header: string | undefined): string | undefined {
  const [, name] = /^(\[[\da-f:.]+\]|[^:@/?#\s[\]]+?)\.?(?::\d{1,5})?$/i.exec(header ?? '') ?? [];
  return name?.toLowerCase();
}

function refuse(response: ServerResponse): void {
  const message =
    'This service does not answer for the host of the request. ALLOWED_HOSTS names the hosts it answers for.';
  response
    .writeHead(421, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ errors: [{ message, code: 'MISDIRECTED_REQUEST' }] }));
}

/**
 * Lets requests through whose Host header names one of `hosts`, and answers others with 421. A page of another site that
 * points its own name to this machine (DNS rebinding) then reads nothing. No hosts: every request is let through.
 */
export function onlyForHosts(hosts: readonly string[], listener: RequestListener): RequestListener {
  if (hosts.length === 0) return listener;
  const allowed = new Set(hosts.map((host) => host.toLowerCase()));
  return (request: IncomingMessage, response) => {
    const name = hostName(request.headers.host);
    const isAllowed = (name !== undefined && allowed.has(name)) || PROBES.test(request.url ?? '');
    return isAllowed ? listener(request, response as Parameters<RequestListener>[1]) : refuse(response);
  };
}
