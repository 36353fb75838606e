import { DocumentedResponses } from '@almanac/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

export type Version = 'v2' | 'v3' | 'v5' | 'canary';
type Headers = Record<string, string>;
type Fields = Record<string, unknown>;
type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** The response to a request. */
export class ApiResponse {
  constructor(
    readonly status: number,
    readonly headers: Record<string, string | string[] | number | undefined>,
    readonly text: string,
  ) {}

  /** The JSON object of the body; `{}` without one. */
  get body(): Fields {
    return this.text.startsWith('{') ? (JSON.parse(this.text) as Fields) : {};
  }

  /** The elements under a root key. */
  list(root: string): Fields[] {
    return (this.body[root] as Fields[] | undefined) ?? [];
  }

  /** The first element under a root key. */
  one(root: string): Fields {
    return this.list(root)[0] ?? {};
  }

  /** The first error, or `{}`. */
  get error(): Fields {
    return this.one('errors');
  }
}

const documented = new WeakMap<NestFastifyApplication, DocumentedResponses>();

function documentsOf(app: NestFastifyApplication): DocumentedResponses {
  const documents = documented.get(app) ?? new DocumentedResponses(app, 'admin');
  documented.set(app, documents);
  return documents;
}

/** A client of the Admin API. Paths are relative to `/ghost/api/<version>/admin/` unless they begin with a slash. */
export class Caller {
  constructor(
    private readonly app: NestFastifyApplication,
    private readonly headersFor: (version: Version) => Headers,
    private readonly version: Version = 'v3',
  ) {}

  /** The same client with another version of the API. */
  in(version: Version): Caller {
    return new Caller(this.app, this.headersFor, version);
  }

  /** The same client with more headers; these take precedence. */
  with(headers: Headers): Caller {
    return new Caller(this.app, (version) => ({ ...this.headersFor(version), ...headers }), this.version);
  }

  get(path: string): Promise<ApiResponse> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('POST', path, body);
  }

  put(path: string, body?: unknown): Promise<ApiResponse> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<ApiResponse> {
    return this.send('DELETE', path);
  }

  /** @param body a string or buffer is sent unchanged, other values as JSON */
  async send(method: Method, path: string, body?: unknown): Promise<ApiResponse> {
    const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
    const url = path.startsWith('/') ? path : `/ghost/api/${this.version}/admin/${path}`;
    const response = await this.app.inject({
      method,
      url,
      headers: {
        ...(body !== undefined && !isRaw && { 'content-type': 'application/json' }),
        ...this.headersFor(this.version),
      },
      ...(body !== undefined && { payload: isRaw ? body : JSON.stringify(body) }),
    });
    await documentsOf(this.app).assertDocumented({
      method,
      url,
      status: response.statusCode,
      type: String(response.headers['content-type'] ?? ''),
      body: method === 'HEAD' ? '' : response.body,
    });
    return new ApiResponse(response.statusCode, response.headers, response.body);
  }
}
