import { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

/** Paths that are served for every Host header: load balancers send probes to the address of a replica, not to its public name. */
const PROBES = /^\/health\//;

/** The name in a Host header, in lower case, without port and trailing dot; undefined if the header is absent or not valid. */
function hostName(header: string | undefined): string | undefined {
  const [, name] = /^(\[[\da-f:.]+\]|[^:@/?#\s[\]]+?)\.?(?::\d{1,5})?$/i.exec(header ?? '') ?? [];
  return name?.toLowerCase();
}

function refuse(response: ServerResponse): void {
  const message = 'This service does not serve the host of the request. ALLOWED_HOSTS lists the hosts that it serves.';
  response
    .writeHead(421, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    .end(JSON.stringify({ errors: [{ message, code: 'MISDIRECTED_REQUEST' }] }));
}

/**
 * Returns a listener that passes requests for the given hosts to `listener`, and rejects requests for other hosts with 421, except
 * those of probes. So a website whose name resolves to the address of this machine (DNS rebinding) can read only the state of health. An
 * empty list allows all hosts.
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
