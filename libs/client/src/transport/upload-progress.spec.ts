import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { AdminClient, type UploadProgress, ValidationError } from '../index.ts';

const KEY = `${'5'.repeat(24)}:${'a'.repeat(64)}`;
const FORBIDDEN = /^(origin|cookie|content-type|content-length)$/i;

/** XMLHttpRequest as browsers define it, on fetch: Node has none. It sends a real request. */
class NodeXmlHttpRequest {
  readonly upload: { onprogress: ((event: UploadProgress) => void) | null } = { onprogress: null };
  status = 0;
  responseText = '';
  withCredentials = false;
  onload: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onabort: (() => void) | null = null;
  private readonly headers = new Headers();
  private readonly controller = new AbortController();
  private responseHeaders = '';
  private target = { method: '', url: '' };

  open(method: string, url: string): void {
    this.target = { method, url };
  }

  setRequestHeader(name: string, value: string): void {
    if (FORBIDDEN.test(name)) throw new Error(`A browser refuses to set ${name}.`);
    this.headers.set(name, value);
  }

  getAllResponseHeaders(): string {
    return this.responseHeaders;
  }

  abort(): void {
    this.controller.abort();
  }

  send(body: FormData): void {
    const { method, url } = this.target;
    this.upload.onprogress?.({ loaded: 10, total: 20 });
    fetch(url, { method, headers: this.headers, body, signal: this.controller.signal })
      .then(async (response) => {
        this.responseText = await response.text();
        this.status = response.status;
        this.responseHeaders = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
        this.upload.onprogress?.({ loaded: 20, total: 20 });
        this.onload?.();
      })
      .catch((error: Error) => (error.name === 'AbortError' ? this.onabort?.() : this.onerror?.()));
  }
}

describe('an upload in a browser', () => {
  let server: Server;
  let url: string;
  let respond: (body: string, authorization?: string) => { status: number; body: object } | undefined;

  beforeAll(async () => {
    Object.assign(globalThis, { XMLHttpRequest: NodeXmlHttpRequest });
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const result = respond(Buffer.concat(chunks).toString(), request.headers.authorization);
        if (result) response.writeHead(result.status, { 'retry-after': '7' }).end(JSON.stringify(result.body));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });

  const upload = (options: object = {}): Promise<unknown> => {
    const file = new File(['pixels'], 'tide.png');
    return new AdminClient({ url, key: KEY }).upload('/images/upload/', { file, ref: 'a' }, { onProgress, ...options });
  };
  const onProgress = jest.fn<void, [UploadProgress]>();
  beforeEach(() => onProgress.mockClear());

  it('is authenticated, reports its progress and resolves to the response', async () => {
    respond = (body, authorization) => {
      expect(body).toMatch(/name="file"; filename="tide.png"[^]*pixels[^]*name="ref"/);
      expect(authorization).toMatch(/^Ghost ey/);
      return { status: 201, body: { images: [{ url: 'http://x/tide.png', ref: 'a' }] } };
    };
    expect(await upload()).toEqual({ images: [{ url: 'http://x/tide.png', ref: 'a' }] });
    expect(onProgress.mock.calls).toEqual([[{ loaded: 10, total: 20 }], [{ loaded: 20, total: 20 }]]);
  });

  it('rejects with the error of the service', async () => {
    respond = () => ({ status: 422, body: { errors: [{ message: 'No.', type: 'ValidationError' }] } });
    const error = await upload().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ message: 'No.', status: 422, retryAfter: 7 });
  });

  it('ends when the caller aborts, and after its time limit', async () => {
    respond = () => undefined;
    const controller = new AbortController();
    const aborted = upload({ signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
    await expect(upload({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    await expect(upload({ timeoutMs: 30 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('rejects with a ConnectionError when no response arrives', async () => {
    url = 'http://127.0.0.1:1';
    await expect(upload()).rejects.toMatchObject({ name: 'ConnectionError' });
  });
});
