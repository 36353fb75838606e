import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Row = Record<string, unknown>;

/** What happens to a request instead of a normal response: status 429, status 500, or a reset connection (`cut`). */
export type Fault = 'too many requests' | 'server error' | 'cut';

/** An admin key with a valid form. The server does not check the signatures of tokens. */
export const FAKE_KEY = `${'a'.repeat(24)}:${'b'.repeat(64)}`;
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of an image')]);

/** The paths, the audience of tokens and the required `Accept-Version` header of the Admin API of Ghost 5 and of Ghost 3. */
const apis = {
  v5: { path: /^\/ghost\/api\/admin\/(\w+)\/$/, audience: '/admin/', acceptVersion: 'v5.0' },
  v3: { path: /^\/ghost\/api\/v3\/admin\/(\w+)\/$/, audience: '/v3/admin/', acceptVersion: undefined },
} as const;

/** A fake of Ghost 3 or Ghost 5 for tests: an HTTP server with the lists of the Admin API that an import reads, and with uploaded files. */
export class FakeGhost {
  /** The paths of all requests, with their queries. */
  readonly requests: string[] = [];
  /** The faults of the next requests, in their order. */
  faults: Fault[] = [];
  /** The number of further responses. After them the server closes each connection without a response. */
  responsesLeft = Infinity;
  /** Whether the server closes the connection after the first bytes of each file. */
  breaksFiles = false;
  /** The API version that the server has. */
  version: keyof typeof apis = 'v5';
  readonly #server = createServer((request, response) => this.#receive(request, response));

  private constructor(
    private readonly resources: Readonly<Record<string, Row[]>>,
    private readonly files: ReadonlySet<string>,
    private readonly subdirectory: string,
  ) {}

  /**
   * @param resources returns the rows of each list; its parameter is the URL of the site
   * @param files the paths of the uploaded files below the root of the site
   * @param subdirectory the path of the root of the site, e.g. `/blog`
   */
  static async start(
    resources: (url: string) => Record<string, Row[]>,
    files: readonly string[],
    subdirectory = '',
  ): Promise<FakeGhost> {
    const contents: Record<string, Row[]> = {};
    const ghost = new FakeGhost(contents, new Set(files.map((path) => subdirectory + path)), subdirectory);
    await new Promise<void>((resolve) => ghost.#server.listen(0, '127.0.0.1', resolve));
    Object.assign(contents, resources(ghost.url));
    return ghost;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.subdirectory}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(request.url ?? '');
    const fault = this.faults.shift();
    if (fault === 'cut' || this.responsesLeft <= 0) return void request.socket.destroy();
    if (fault === 'server error') return void response.writeHead(500).end('<html>');
    if (fault === 'too many requests') return void response.writeHead(429, { 'retry-after': '60' }).end();
    this.responsesLeft -= 1;
    const url = new URL(request.url ?? '', this.url);
    if (this.files.has(url.pathname)) return this.#sendFile(response);
    const { path, acceptVersion } = apis[this.version];
    const isInside = url.pathname.startsWith(`${this.subdirectory}/`);
    const [, name = ''] = path.exec(url.pathname.slice(this.subdirectory.length)) ?? [];
    if (request.headers['accept-version'] !== acceptVersion || name === '' || !isInside) {
      return void response.writeHead(404).end('<html>');
    }
    this.#send(response, this.#bodyOf(name, url.searchParams, request.headers.authorization));
  }

  #sendFile(response: ServerResponse): void {
    const headers = { 'content-type': 'image/png', 'content-length': PNG.length };
    if (!this.breaksFiles) return void response.writeHead(200, headers).end(PNG);
    response.writeHead(200, headers).write(PNG.subarray(0, 8), () => response.destroy());
  }

  #bodyOf(name: string, query: URLSearchParams, authorization = ''): [number, object] {
    if (name === 'site') return [200, { site: { title: 'Fake', url: `${this.url}/`, version: '5.130' } }];
    const [, payload = ''] = authorization.split('.');
    const { aud } = JSON.parse(Buffer.from(payload, 'base64url').toString() || '{}') as { aud?: string };
    if (aud !== apis[this.version].audience)
      return [401, { errors: [{ message: 'Invalid token', type: 'UnauthorizedError' }] }];
    const rows = this.resources[name];
    if (rows === undefined) return [403, { errors: [{ message: 'No permission', type: 'NoPermissionError' }] }];
    const [, after = ''] = /^id:>'(\w+)'$/.exec(query.get('filter') ?? '') ?? [];
    const left = rows.filter(({ id }) => String(id) > after || name === 'settings');
    const hasNewsletter = query.get('include')?.split(',').includes('newsletter') ?? false;
    const page = left
      .slice(0, Number(query.get('limit') ?? 15))
      .map(({ newsletter, ...row }) => ({ ...row, ...(hasNewsletter && { newsletter }) }));
    return [200, { [name]: page, meta: { pagination: { total: left.length } } }];
  }

  #send(response: ServerResponse, [status, body]: [number, object]): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}
