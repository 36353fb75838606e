import { existsSync } from 'node:fs';
import { Agent, createServer } from 'node:http';
import { createRequire } from 'node:module';
import { noSitePage, PAGE_HEADERS, restartingPage, startingPage } from './pages.mjs';
import { serviceOf } from './routes.mjs';

const HEADERS_TIMEOUT_MS = 20_000;
/** Longer than the time limit of uploads to admin-api, which is 300 s. */
const REQUEST_TIMEOUT_MS = 330_000;
/** Below 5 s, after which an HTTP server of Node.js closes an idle connection by default. */
const IDLE_CONNECTION_MS = 4_000;
/** A `Host` header. The group is the name without a dot at its end and without the port. */
const HOST_NAME = /^(\[[\da-f:.]+\]|[^:@/?#\s[\]]+?)\.?(?::\d{1,5})?$/i;
/** Headers in which proxies describe the client. The edge removes them and sets its own, so that a client cannot forge its address. */
const FORWARDED_HEADERS = /^(?:forwarded|x-forwarded-.*|x-real-ip)$/;

const wantsHtml = ({ headers }) => /\btext\/html\b/.test(headers.accept ?? '');

function sendPage(request, response, { status, page, message, code }) {
  const retry = status === 503 ? { 'retry-after': '1' } : {};
  if (wantsHtml(request)) return void response.writeHead(status, { ...PAGE_HEADERS, ...retry }).end(page());
  const type = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
  response.writeHead(status, { ...type, ...retry }).end(JSON.stringify({ errors: [{ message, code }] }));
}

function setForwardedHeaders(request) {
  for (const name of Object.keys(request.headers)) if (FORWARDED_HEADERS.test(name)) delete request.headers[name];
  request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  request.headers['x-forwarded-host'] = request.headers.host ?? '';
  request.headers['x-forwarded-proto'] = 'http';
}

/**
 * The proxy on the site's origin: sends each request to its service, and responds with a page of its own while a service does not respond.
 * It can listen before the dependencies are installed, because it loads the package http-proxy-3 later.
 */
export class EdgeServer {
  /**
   * The state that the launcher (tools/local/start.mjs) reports. `isReady`: the services have started. `isSiteExpected`: the example site
   * will start. `step`: the current step of the start. `links`: pairs of name and URL.
   */
  status = { isReady: false, isSiteExpected: false, step: '', links: [] };
  #agent = new Agent({ keepAlive: true, timeout: IDLE_CONNECTION_MS });
  #targets;
  #hosts;
  #proxy;
  #server;

  /**
   * @param {{ targets: Record<string, string>, allowedHosts?: string[] }} options `targets`: the origin of each service and of
   * `site`. `allowedHosts`: requests for other hosts get 421; an empty list allows all hosts.
   */
  constructor({ targets, allowedHosts = [] }) {
    this.#targets = targets;
    this.#hosts = new Set(allowedHosts.map((host) => host.toLowerCase()));
  }

  /** @returns the port */
  async listen(port, host) {
    this.#server = createServer(
      { headersTimeout: HEADERS_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS },
      (request, response) => this.#respond(request, response),
    );
    await new Promise((resolve, reject) => this.#server.once('error', reject).listen(port, host, resolve));
    this.#server.on('error', (error) => process.stderr.write(`edge: ${error.message}\n`));
    return this.#server.address().port;
  }

  async close() {
    this.#server.closeAllConnections();
    this.#agent.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #respond(request, response) {
    const service = serviceOf(request.url);
    if (!this.#isAllowed(request.headers.host)) {
      const message = 'This service does not serve the host of the request.';
      response.setHeader('connection', 'close');
      return sendPage(request, response, { status: 421, page: () => message, message, code: 'MISDIRECTED_REQUEST' });
    }
    const proxy = this.#findProxy();
    if (!proxy) return this.#respondUnavailable(service, { code: 'ECONNREFUSED' }, request, response);
    setForwardedHeaders(request);
    const target = this.#targets[service];
    proxy.web(request, response, { target, agent: this.#agent, proxyTimeout: REQUEST_TIMEOUT_MS }, (error) =>
      this.#respondUnavailable(service, error, request, response),
    );
  }

  #isAllowed(header) {
    const [, name] = HOST_NAME.exec(header ?? '') ?? [];
    return this.#hosts.size === 0 || (name !== undefined && this.#hosts.has(name.toLowerCase()));
  }

  /** The proxy; undefined while its package is not installed. */
  #findProxy() {
    if (this.#proxy) return this.#proxy;
    // Node caches a failed resolution of a module, so this checks first whether the package is installed.
    if (!existsSync(new URL('../../node_modules/http-proxy-3/package.json', import.meta.url))) return undefined;
    const { createProxyServer } = createRequire(import.meta.url)('http-proxy-3');
    this.#proxy = createProxyServer({});
    this.#proxy.on('error', (error) => process.stderr.write(`edge: ${error.message}\n`));
    // If a service ends within a response, the client must not wait for the rest.
    this.#proxy.on('proxyRes', (incoming, _request, response) => incoming.once('error', () => response.destroy()));
    return this.#proxy;
  }

  /** Responds with a page, or with a JSON error if the client does not accept html, when a service does not respond. */
  #respondUnavailable(service, { code }, request, response) {
    if (response.headersSent || response.destroyed) return void response.destroy();
    const { isReady, isSiteExpected, step, links } = this.status;
    const isRefused = code === 'ECONNREFUSED';
    const sitePort = new URL(this.#targets.site).port;
    if (isRefused && (!isReady || (service === 'site' && isSiteExpected))) {
      const page = () => startingPage(step);
      sendPage(request, response, { status: 503, page, message: 'Almanac is starting.', code: 'STARTING' });
    } else if (isRefused && service === 'site') {
      const message = `There is no site: no program listens on port ${sitePort}.`;
      const status = request.url === '/' ? 200 : 404;
      sendPage(request, response, { status, page: () => noSitePage(links, sitePort), message, code: 'NO_SITE' });
    } else {
      const message = `${service} does not respond. Try again in a few seconds.`;
      sendPage(request, response, { status: 503, page: restartingPage, message, code: 'UNAVAILABLE' });
    }
    // Reads and drops the rest of the body; otherwise the connection could not serve the next request.
    request.unpipe();
    request.resume();
  }
}
