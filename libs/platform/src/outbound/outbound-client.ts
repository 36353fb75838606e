import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import type { Agent } from 'undici';
import { type AddressGuard } from './address-guard';
import { TargetRefusedError } from './target-refused-error';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'HEAD';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Time limit from the call to the last byte of the response. */
  timeoutMs: number;
  /** The rest of a longer response body is not read. */
  maxResponseBytes: number;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** At most the first `maxResponseBytes` of the body. */
  body: Buffer;
  isTruncated: boolean;
}

/** A response whose body is read as it arrives. The caller reads or destroys the body. */
export interface OutboundStream {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Readable;
}

export interface OutboundClientOptions {
  guard: AddressGuard;
  connectTimeoutMs: number;
  /** Maximum number of connections to one origin. */
  connectionsPerOrigin: number;
  /** Resolves a host name to addresses; the operating system's resolver by default. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

/** An address of a host name; `family` is 4 or 6. */
interface ResolvedAddress {
  address: string;
  family: number;
}

/**
 * The HTTP client for URLs that users choose, e.g. of webhooks and oEmbed. It connects only to addresses that the guard allows. It also
 * checks the address of the open socket, so that DNS rebinding has no effect. It follows no redirects.
 */
export class OutboundClient {
  private agent?: Agent;
  private readonly guard: AddressGuard;
  private readonly lookUp: NonNullable<OutboundClientOptions['resolve']>;
  /** The lookups that have not ended, by host name. */
  private readonly lookups = new Map<string, Promise<ResolvedAddress[]>>();

  constructor(private readonly options: OutboundClientOptions) {
    this.guard = options.guard;
    this.lookUp = options.resolve ?? ((hostname) => lookup(hostname, { all: true, verbatim: true }));
  }

  /**
   * Parses a URL and checks it without resolving its host name.
   * @throws TargetRefusedError unless the scheme is http or https, the URL has no credentials, and its host is a name or an allowed address
   */
  assertAllowedUrl(text: string): URL {
    if (!URL.canParse(text)) throw new TargetRefusedError(text, 'it is not a URL');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new TargetRefusedError(text, 'the scheme is not http or https');
    if (url.username || url.password) throw new TargetRefusedError(url.host, 'it contains credentials');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.guard.isAllowed(host))
      throw new TargetRefusedError(host, 'the address is not public');
    return url;
  }

  /**
   * Parses and checks a URL like {@link assertAllowedUrl}, and checks every address to which its host name resolves. A name that does not
   * resolve is allowed, because it may resolve later.
   * @throws TargetRefusedError
   */
  async assertAllowedTarget(text: string): Promise<URL> {
    const url = this.assertAllowedUrl(text);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0) return url;
    const addresses = await this.resolve(host).catch(() => []);
    const refused = addresses.find(({ address }) => !this.guard.isAllowed(address));
    if (refused) throw new TargetRefusedError(host, 'it resolves to an address that is not public');
    return url;
  }

  /**
   * Sends one request.
   * @throws TargetRefusedError, or the error of the transport (refused, reset, timed out)
   */
  async send({ url, method, headers, body, timeoutMs, maxResponseBytes }: OutboundRequest): Promise<OutboundResponse> {
    const target = this.assertAllowedUrl(url);
    const signal = AbortSignal.timeout(timeoutMs);
    // Loaded for the first request, because undici takes time and memory to load, and some services send no requests (ADR 0004).
    const undici = await import('undici');
    const response = await undici.request(target, {
      method,
      headers,
      body,
      signal,
      dispatcher: (this.agent ??= this.openAgent(undici)),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const { bytes, isTruncated } = await readUpTo(response.body, maxResponseBytes);
    return { status: response.statusCode, headers: response.headers, body: bytes, isTruncated };
  }

  /**
   * Requests a file, and returns it as a stream. The caller has to limit its length.
   * @param timeoutMs maximum time until the headers, and between two pieces of the body
   * @throws TargetRefusedError, or the error of the transport (refused, reset, timed out)
   */
  async open({ url, timeoutMs }: Pick<OutboundRequest, 'url' | 'timeoutMs'>): Promise<OutboundStream> {
    const target = this.assertAllowedUrl(url);
    const undici = await import('undici');
    const response = await undici.request(target, {
      dispatcher: (this.agent ??= this.openAgent(undici)),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return { status: response.statusCode, headers: response.headers, body: response.body };
  }

  /** Closes the connections when their requests have ended. */
  async close(): Promise<void> {
    await this.agent?.close();
  }

  /** Closes all connections at once. The promises of their requests are rejected. */
  async destroy(): Promise<void> {
    await this.agent?.destroy();
  }

  private openAgent({ Agent, buildConnector }: typeof import('undici')): Agent {
    const { connectTimeoutMs, connectionsPerOrigin } = this.options;
    const connect = buildConnector({ timeout: connectTimeoutMs, lookup: this.guardedLookup() });
    return new Agent({
      connections: connectionsPerOrigin,
      pipelining: 1,
      connect: (options, callback) => {
        connect(options, (error, socket) => {
          const address = socket?.remoteAddress;
          if (error || !socket) return callback(error ?? new Error('No socket.'), null);
          if (address && this.guard.isAllowed(address)) return callback(null, socket);
          socket.destroy();
          callback(new TargetRefusedError(options.hostname, `its address is ${address ?? 'unknown'}`), null);
        });
      },
    });
  }

  /**
   * Resolves a host name. Calls for the same name share a lookup: each lookup takes a thread of Node.js, and without a response of the
   * name server it lasts longer than the time limit of a connection.
   */
  private resolve(hostname: string): Promise<ResolvedAddress[]> {
    const running = this.lookups.get(hostname);
    if (running) return running;
    const lookup = this.lookUp(hostname).finally(() => this.lookups.delete(hostname));
    this.lookups.set(hostname, lookup);
    return lookup;
  }

  private guardedLookup(): LookupFunction {
    return (hostname, options, callback) => {
      this.resolve(hostname).then(
        (addresses) => {
          const allowed = addresses.filter(({ address }) => this.guard.isAllowed(address));
          const [first] = allowed;
          if (!first) callback(new TargetRefusedError(hostname, 'no public address'), '', 4);
          else if (options.all) callback(null, allowed);
          else callback(null, first.address, first.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 4),
      );
    };
  }
}

async function readUpTo(
  stream: AsyncIterable<Buffer> & { destroy(): unknown },
  limit: number,
): Promise<{ bytes: Buffer; isTruncated: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > limit) {
      stream.destroy();
      return { bytes: Buffer.concat(chunks).subarray(0, limit), isTruncated: true };
    }
  }
  return { bytes: Buffer.concat(chunks), isTruncated: false };
}
