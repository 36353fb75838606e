import { MaintenanceError, NotFoundError, UnauthorizedError, ValidationError } from '@almanac/errors';
import {
  AddressGuard,
  OutboundClient,
  type OutboundResponse,
  type OutboundStream,
  TargetRefusedError,
} from '@almanac/platform';
import { setTimeout } from 'node:timers/promises';
import { types } from 'node:util';
import { authorizationOf } from './ghost-token';

/** The time limit of one attempt. */
const TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** Enough for a page of 25 posts of the maximum size: the import accepts rows of up to 10 MiB. */
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 20_000];
const LARGEST_RETRY_AFTER_SECONDS = 120;
const CONNECTIONS = 4;
/**
 * The help of errors after which the user can run the command again. The
 * rows that were read are stored, so it continues with the next ones.
 */
export const CONTINUE_HELP = 'Run the command again: it continues where it stopped.';
/** Statuses after which another attempt can succeed. 501 is not one of them: Ghost sends it for routes that do not accept admin keys. */
const temporaryStatuses: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/**
 * The versions of the Admin API that the client tries, in this order.
 * Requests name v5 by `Accept-Version`, and v3 (Ghost 3 and 4) by the path.
 */
const versions = [
  { version: 'v5', path: '/ghost/api/admin/', audience: '/admin/', headers: { 'accept-version': 'v5.0' } },
  { version: 'v3', path: '/ghost/api/v3/admin/', audience: '/v3/admin/', headers: {} },
] as const;

/** The site to read, and how. */
export interface SourceSettings {
  /** The URL of the site; `/ghost` and the rest of the path after it are ignored. */
  url: string;
  /** The admin key of an integration of the site: `<id>:<secret>`. */
  key: string;
  /** Whether private and loopback addresses may be read. */
  allowsPrivateAddresses: boolean;
  /** The delays between attempts in milliseconds; {@link RETRY_DELAYS_MS} when absent. */
  retryDelaysMs?: readonly number[];
}

/** A response of the Admin API whose status is not a temporary error. `body` is the parsed JSON; undefined if it is not JSON. */
export interface SourceResponse {
  status: number;
  body: unknown;
}

const ALL_ADDRESSES = ['0.0.0.0/0', '::/0'];

/**
 * The URL of the site without a slash at its end. The given URL can be that of Ghost's administration, e.g. `https://x.io/ghost/#/posts`.
 */
export function siteUrlOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/ghost(?:\/.*)?$/, '').replace(/\/$/, '')}`;
}

/**
 * Reads the Admin API of a running Ghost. Repeats requests after statuses
 * 429, 500, 502, 503 and 504, and after failures of the connection.
 */
export class GhostClient {
  readonly #outbound: OutboundClient;
  readonly #base: string;
  #version: (typeof versions)[number] = versions[0];

  constructor(private readonly settings: SourceSettings) {
    this.#base = siteUrlOf(settings.url);
    this.#outbound = new OutboundClient({
      guard: new AddressGuard(settings.allowsPrivateAddresses ? ALL_ADDRESSES : []),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      connectionsPerOrigin: CONNECTIONS,
    });
  }

  /** The version of the Admin API; known after {@link readSite}. */
  get version(): 'v3' | 'v5' {
    return this.#version.version;
  }

  /**
   * Finds a version of the Admin API that the site has.
   * @returns the URL of the site as Ghost states it, with which URLs in its content begin, and the version of Ghost
   * @throws ValidationError for a malformed key; NotFoundError when the URL has no Admin API; the errors of {@link get}
   */
  async readSite(): Promise<{ url: string; version: string | null }> {
    // Rejects a malformed key before the first request.
    authorizationOf(this.settings.key, '');
    for (const version of versions) {
      this.#version = version;
      const { status, body } = await this.get('site/', {});
      const site = status === 200 ? recordIn(body, 'site') : undefined;
      if (site === undefined) continue;
      const url = typeof site.url === 'string' ? site.url.replace(/\/$/, '') : this.#base;
      return { url, version: typeof site.version === 'string' ? site.version : null };
    }
    throw new NotFoundError(`There is no Ghost at ${this.#base}.`, {
      help: 'Give the URL of the site, as a browser shows it, without /ghost.',
    });
  }

  /**
   * Sends a GET request to the Admin API.
   * @param path the path below the root of the API, e.g. `posts/`
   * @throws UnauthorizedError for a wrong key; ValidationError for a redirect, and for a private address that is not allowed;
   *   MaintenanceError when no attempt gets a response without a temporary error, or the response is too large
   */
  async get(path: string, query: Readonly<Record<string, string>>): Promise<SourceResponse> {
    const url = `${this.#base}${this.#version.path}${path}?${new URLSearchParams(query).toString()}`;
    const response = await this.#attempt(url, () =>
      this.#outbound.send({
        method: 'GET',
        url,
        headers: {
          ...this.#version.headers,
          accept: 'application/json',
          authorization: authorizationOf(this.settings.key, this.#version.audience),
        },
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_RESPONSE_BYTES,
      }),
    );
    return this.#readBody(url, response);
  }

  /**
   * Requests an uploaded file. The caller has to read or destroy `body` of the response.
   * @throws ValidationError for a private address that is not allowed; MaintenanceError when no attempt gets a response without a temporary
   *   error
   */
  async download(path: string): Promise<OutboundStream> {
    const url = `${this.#base}${path}`;
    return this.#attempt(url, () => this.#outbound.open({ url, timeoutMs: TIMEOUT_MS }));
  }

  close(): Promise<void> {
    return this.#outbound.destroy();
  }

  #readBody(url: string, { status, headers, body, isTruncated }: OutboundResponse): SourceResponse {
    if (status >= 300 && status < 400) {
      throw new ValidationError(`${url} redirects to ${String(headers.location)}.`, {
        help: 'Give the URL of the site to which it redirects.',
      });
    }
    if (status === 401)
      throw new UnauthorizedError('The site does not accept the admin key.', { context: textOf(body) });
    if (isTruncated) throw new MaintenanceError(`${url} returned more than ${MAX_RESPONSE_BYTES} bytes.`);
    try {
      return { status, body: JSON.parse(body.toString('utf8')) as unknown };
    } catch {
      // The body is an html page, because the site has no API at this path.
      return { status, body: undefined };
    }
  }

  /** Sends a request until the response has no temporary error. The delays between attempts are in the settings. */
  async #attempt<T extends { status: number; headers: OutboundResponse['headers'] }>(
    url: string,
    send: () => Promise<T>,
  ): Promise<T> {
    const delays = this.settings.retryDelaysMs ?? RETRY_DELAYS_MS;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await send().catch((error: unknown) => new NoResponse(error));
      const isFailure = outcome instanceof NoResponse;
      if (isFailure && outcome.error instanceof TargetRefusedError) throw refusedTargetError(outcome.error);
      if (!isFailure && !temporaryStatuses.has(outcome.status)) return outcome;
      const delay = delays[attempt];
      if (delay === undefined) {
        const { origin } = new URL(url);
        if (!isFailure) {
          throw new MaintenanceError(`${origin} responds with status ${outcome.status}.`, { help: CONTINUE_HELP });
        }
        throw new MaintenanceError(`${origin} does not respond.`, { context: outcome.message, help: CONTINUE_HELP });
      }
      await setTimeout(isFailure ? delay : Math.max(delay, retryAfterMs(outcome.headers, delays)));
    }
  }
}

/** The outcome of an attempt without a response. */
class NoResponse {
  constructor(readonly error: unknown) {}

  get message(): string {
    return types.isNativeError(this.error) ? this.error.message : String(this.error);
  }
}

function refusedTargetError(cause: TargetRefusedError): ValidationError {
  return new ValidationError(`${cause.message}.`, {
    help: 'Use --allow-private-addresses for a site in your own network.',
    cause,
  });
}

function retryAfterMs(headers: OutboundResponse['headers'], delays: readonly number[]): number {
  const seconds = Number(headers['retry-after']);
  // Tests replace the delays, and do not wait for `Retry-After`.
  if (!Number.isFinite(seconds) || delays !== RETRY_DELAYS_MS) return 0;
  return Math.min(seconds, LARGEST_RETRY_AFTER_SECONDS) * 1_000;
}

function textOf(body: Buffer): string {
  return body.toString('utf8', 0, 500);
}

/** The object in the property `key` of a value; undefined if there is none. */
export function recordIn(value: unknown, key: string): Record<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = (value as Record<string, unknown>)[key];
  return typeof found === 'object' && found !== null && !Array.isArray(found)
    ? (found as Record<string, unknown>)
    : undefined;
}
