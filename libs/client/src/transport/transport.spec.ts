import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import {
  AdminClient,
  ApiError,
  CalendarClient,
  ConnectionError,
  NotFoundError,
  TimeoutError,
  TooManyRequestsError,
} from '../index.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

const KEY = `${'5'.repeat(24)}:${'a'.repeat(64)}`;
const site = { site: { title: 'Harbour', url: 'http://localhost/', version: '5.0' } };

/** A server that gives each request the next response; the last one is repeated. */
class Scripted {
  readonly requests: { method?: string; url?: string; body: string }[] = [];
  private constructor(private readonly server: Server) {}

  static async listen(...responses: Respond[]): Promise<Scripted> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const next = responses[Math.min(scripted.requests.length, responses.length - 1)];
        scripted.requests.push({ method: request.method, url: request.url, body: Buffer.concat(chunks).toString() });
        next?.(request, response);
      });
    });
    const scripted = new Scripted(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return scripted;
  }

  client(more: object = {}): AdminClient {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return new AdminClient({ url, key: KEY, ...more });
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

const status =
  (code: number, body: object | string = '', headers: Record<string, string> = {}): Respond =>
  (_request, response) =>
    void response.writeHead(code, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
const breakConnection: Respond = (request) => void request.socket.destroy();
const neverRespond: Respond = () => undefined;
const errors = (type: string, more: object = {}): object => ({ errors: [{ message: 'No.', type, ...more }] });

describe('requests of the client', () => {
  let server: Scripted;
  const listen = async (...responses: Respond[]): Promise<Scripted> => (server = await Scripted.listen(...responses));
  afterEach(() => server.close());

  it('that read are repeated after a broken connection and after 503', async () => {
    await listen(breakConnection, status(503, errors('MaintenanceError'), { 'retry-after': '0' }), status(200, site));
    expect(await server.client().get('/site/')).toEqual(site);
    expect(server.requests).toHaveLength(3);
  });

  it('that read are repeated twice, not more often', async () => {
    await listen(breakConnection);
    await expect(server.client().get('/site/')).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(3);
  });

  it('that write are not repeated: the first one may have had its effect', async () => {
    await listen(breakConnection, status(201, { tags: [] }));
    const body = { tags: [{ name: 'Sea' }] };
    await expect(server.client().post('/tags/', { body })).rejects.toBeInstanceOf(ConnectionError);
    expect(server.requests).toHaveLength(1);
  });

  it('that write are repeated with an Idempotency-Key, with the same body', async () => {
    await listen(breakConnection, status(201, { tags: [{ name: 'Sea' }] }));
    const body = { tags: [{ name: 'Sea' }] };
    const headers = { 'idempotency-key': 'one' };
    expect(await server.client().post('/tags/', { body, headers })).toEqual({ tags: [{ name: 'Sea' }] });
    expect(server.requests.map((request) => request.body)).toEqual([JSON.stringify(body), JSON.stringify(body)]);
  });

  it('are not repeated when the service asks for a long wait', async () => {
    await listen(status(429, errors('TooManyRequestsError'), { 'retry-after': '60' }));
    const error = await server
      .client()
      .get('/site/')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TooManyRequestsError);
    expect(error).toMatchObject({ status: 429, retryAfter: 60 });
    expect(server.requests).toHaveLength(1);
  });

  it('end after the time limit, also while a retry is waited for', async () => {
    await listen(neverRespond);
    await expect(server.client({ timeoutMs: 50 }).get('/site/')).rejects.toBeInstanceOf(TimeoutError);
    await server.close();
    await listen(status(503, '', { 'retry-after': '5' }));
    await expect(server.client({ timeoutMs: 100 }).get('/site/')).rejects.toBeInstanceOf(TimeoutError);
  });

  it('end after the time limit while the body arrives', async () => {
    await listen((_request, response) => void response.writeHead(200).write('{'));
    await expect(server.client({ timeoutMs: 100 }).get('/site/')).rejects.toBeInstanceOf(TimeoutError);
  });

  it('end with the AbortError of the platform when the caller aborts', async () => {
    await listen(neverRespond);
    const controller = new AbortController();
    const request = server.client().get('/site/', { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reject with the reason of the caller, whatever its name', async () => {
    await listen(neverRespond);
    for (const reason of [new TypeError('The user left.'), new DOMException('Too slow.', 'TimeoutError')]) {
      const controller = new AbortController();
      const request = server.client().get('/site/', { signal: controller.signal });
      controller.abort(reason);
      await expect(request).rejects.toBe(reason);
    }
  });

  it('reject with the error of the response', async () => {
    const details = {
      id: 'a1',
      code: 'X',
      context: 'why',
      help: 'how',
      property: 'title',
      details: [{ keyword: 'type' }],
    };
    await listen(status(404, errors('NotFoundError', details)));
    const error = await server
      .client()
      .get('/site/')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(NotFoundError);
    expect(error).toMatchObject({ name: 'NotFoundError', message: 'No.', status: 404, ...details });
  });

  it.each([
    ['of a proxy', 502, '<html>Bad gateway</html>', 'MaintenanceError'],
    ['with an unknown type', 400, JSON.stringify(errors('NewError')), 'NewError'],
    ['named like a property of Object', 400, JSON.stringify(errors('constructor')), 'constructor'],
    ['with errors that are no list', 404, '{"errors":null}', 'NotFoundError'],
    ['without a body', 418, '', 'ApiError'],
  ])('reject with an ApiError for a response %s', async (_case, code, body, type) => {
    await listen(status(code, body));
    const error = await server
      .client({ retries: 0 })
      .get('/site/')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: code, type });
  });

  it.each([
    ['in one part', status(200, '<html>Sign in</html>', { 'content-length': '20' })],
    ['in chunks', status(200, '<html>Sign in</html>', { 'transfer-encoding': 'chunked' })],
  ])('reject with a ConnectionError for a page of a proxy instead of JSON, %s', async (_case, respond) => {
    await listen(respond);
    await expect(server.client().get('/site/')).rejects.toBeInstanceOf(ConnectionError);
    const fetch = () => Promise.resolve(new Response('<html>Sign in</html>'));
    const calendar = new CalendarClient({ url: 'http://localhost', fetch });
    await expect(calendar.me()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('reject with an error of `onResponse` unchanged', async () => {
    await listen(status(200, site));
    const thrown = new TypeError('An error of the caller.');
    const onResponse = (): never => {
      throw thrown;
    };
    await expect(server.client().get('/site/', { onResponse })).rejects.toBe(thrown);
  });

  it('reject with the error of GraphQL, also if the response has an error status', async () => {
    const item = { message: 'Invalid value.', extensions: { code: 'BAD_USER_INPUT', id: '5' } };
    const fetch = () => Promise.resolve(new Response(JSON.stringify({ errors: [item] }), { status: 400 }));
    const calendar = new CalendarClient({ url: 'http://localhost', fetch });
    const details = { name: 'ValidationError', status: 400, code: 'BAD_USER_INPUT', id: '5' };
    await expect(calendar.me()).rejects.toMatchObject(details);
  });

  it('follow the pages of a list until the last, and stop when the loop stops', async () => {
    const page = (number: number, next: number | null): object => ({
      tags: [{ name: `${number}` }],
      meta: { pagination: { page: number, next } },
    });
    await listen(status(200, page(1, 2)), status(200, page(2, 3)), status(200, page(3, null)));
    const names: (string | undefined)[] = [];
    const client = server.client();
    for await (const { name } of client.iterate('/tags/', { params: { query: { filter: 'a:b' } } })) names.push(name);
    expect(names).toEqual(['1', '2', '3']);
    expect(server.requests.map(({ url }) => url?.split('?')[1])).toEqual([
      'filter=a%3Ab&page=1',
      'filter=a%3Ab&page=2',
      'filter=a%3Ab&page=3',
    ]);
    await server.close();
    await listen(status(200, page(1, 2)));
    for await (const _tag of server.client().iterate('/tags/')) break;
    expect(server.requests).toHaveLength(1);
  });
});
