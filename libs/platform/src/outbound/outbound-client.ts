import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { type AddressGuard } from './address-guard';
import { TargetRefusedError } from './target-refused-error';

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'HEAD';
  url: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** From the call to the last byte that is read. */
  timeoutMs: number;
  /** More of the answer than this is not read. */
  maxResponseBytes: number;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** At most `maxResponseBytes` of the answer. */
  body: Buffer;
  isTruncated: boolean;
}

export interface OutboundClientOptions {
  guard: AddressGuard;
  connectTimeoutMs: number;
  /** Connections kept to one origin. */
  connectionsPerOrigin: number;
  /** Resolves a host name to addresses; tests hand in a name server that changes its mind. */
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>;
}

/**
 * The one way out of the house. It connects only to addresses its guard allows, decided on the very address the socket
 * connects to, so a name that resolves differently the second time gains nothing; it follows no redirects.
 */
export class OutboundClient {
  private agent?: Agent;
  private readonly guard: AddressGuard;
  private readonly resolve: NonNullable<OutboundClientOptions['resolve']>;

  constructor(private readonly options: OutboundClientOptions) {
    this.guard = options.guard;
    this.resolve = options.resolve ?? ((hostname) => lookup(hostname, { all: true, verbatim: true }));
  }

  /**
   * Checks scheme, credentials and, where the host is an address, the address: what can be said of a URL without asking a name server.
   * @throws TargetRefusedError
   */
  assertAllowedUrl(text: string): URL {
    if (!URL.canParse(text)) throw new TargetRefusedError(text, 'it is not a URL');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new TargetRefusedError(text, 'only http and https are');
    if (url.username || url.password) throw new TargetRefusedError(url.host, 'credentials do not belong in a URL');
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !this.guard.isAllowed(host))
      throw new TargetRefusedError(host, 'the address is not public');
    return url;
  }

  /**
   * As {@link assertAllowedUrl}, and every address the name resolves to now must be allowed. A name that does not resolve passes: it may later.
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
   * @throws TargetRefusedError, or the transport's error (refused, reset, timed out)
   */
  async send({ url, method, headers, body, timeoutMs, maxResponseBytes }: OutboundRequest): Promise<OutboundResponse> {
    const target = this.assertAllowedUrl(url);
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await request(target, {
      method,
      headers,
      body,
      signal,
      dispatcher: (this.agent ??= this.openAgent()),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    const { bytes, isTruncated } = await readUpTo(response.body, maxResponseBytes);
    return { status: response.statusCode, headers: response.headers, body: bytes, isTruncated };
  }

  /** Closes the kept connections. */
  async close(): Promise<void> {
    await this.agent?.close();
  }

  /** Cuts what is still running: each of those requests rejects now. */
  async destroy(): Promise<void> {
    await this.agent?.destroy();
  }

  private openAgent(): Agent {
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
          callback(new TargetRefusedError(options.hostname, `it is ${address ?? 'not connected'}`), null);
        });
      },
    });
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
