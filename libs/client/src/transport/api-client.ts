import createClient from 'openapi-fetch';
import type { Authentication } from '../authentication/authentication.ts';
import { toClientError } from '../errors/connection-error.ts';
import { iteratePages } from '../pagination.ts';
import type { ItemOf, ListPath, Method, OptionsArgument, PathWith, ResponseBody, UploadFields } from './api-types.ts';
import { Transport, type TransportOptions } from './transport.ts';
import { sendWithProgress, supportsProgress, type UploadProgress } from './upload-progress.ts';

const UPLOAD_TIMEOUT_MS = 600_000;
/** The longest delay that timers accept, so in practice no time limit. The signal of the request limits the time of uploads instead. */
const NO_TIMEOUT_MS = 2 ** 31 - 1;

export interface ApiClientOptions extends TransportOptions {
  /** URL of the API with its version, e.g. `https://example.com/ghost/api/v5/admin`. */
  baseUrl: string;
  authentication: Authentication;
}

export interface UploadOptions {
  /** Called while the form is sent, in browsers only. */
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
  /** Time limit of the upload in milliseconds: 600,000 by default. */
  timeoutMs?: number;
  /** Further headers, e.g. `Prefer: respond-async` for imports. */
  headers?: Record<string, string>;
}

/** The types for openapi-fetch: each operation accepts any query. The public methods of `ApiClient` have the exact types instead. */
type LooseOperations = Record<
  Method,
  { parameters: { query?: Record<string, unknown> }; responses: { 200: { content: { 'application/json': unknown } } } }
>;
type SendRequest = (
  method: Method,
  path: string,
  options: LooseOptions,
) => Promise<{ data?: unknown; response: Response }>;
type LooseOptions = Record<string, unknown> & {
  params?: { query?: Record<string, unknown> };
  onResponse?: (response: Response) => void;
  signal?: AbortSignal;
};

const looseOptions = (options: unknown): LooseOptions =>
  typeof options === 'object' && options !== null ? { ...options } : {};

/** The arrays of resources in a page of results, e.g. its `posts`: all array properties except `meta`. */
const listsOf = (page: unknown): unknown[][] =>
  Object.entries(page ?? {}).flatMap(([name, list]) => (name !== 'meta' && Array.isArray(list) ? [list] : []));

/**
 * A client for one API, typed by the API's OpenAPI document. Its methods reject with an `ApiError`, `ConnectionError` or `TimeoutError`,
 * or with the reason of an aborted `signal`.
 */
export class ApiClient<Paths> {
  private readonly request: SendRequest;
  private readonly uploadTransport: Transport;

  constructor(private readonly options: ApiClientOptions) {
    const transport = new Transport(options.authentication, options);
    this.uploadTransport = new Transport(options.authentication, { ...options, timeoutMs: NO_TIMEOUT_MS, retries: 0 });
    const client = createClient<Record<string, LooseOperations>>({
      baseUrl: options.baseUrl,
      fetch: (request) => transport.send(request),
    });
    this.request = (method, path, init) => client.request(method, path, init);
  }

  get<Path extends PathWith<Paths, 'get'>>(
    path: Path,
    ...[options]: OptionsArgument<Paths, Path, 'get'>
  ): Promise<ResponseBody<Paths, Path, 'get'>> {
    return this.send('get', path, options);
  }

  post<Path extends PathWith<Paths, 'post'>>(
    path: Path,
    ...[options]: OptionsArgument<Paths, Path, 'post'>
  ): Promise<ResponseBody<Paths, Path, 'post'>> {
    return this.send('post', path, options);
  }

  put<Path extends PathWith<Paths, 'put'>>(
    path: Path,
    ...[options]: OptionsArgument<Paths, Path, 'put'>
  ): Promise<ResponseBody<Paths, Path, 'put'>> {
    return this.send('put', path, options);
  }

  delete<Path extends PathWith<Paths, 'delete'>>(
    path: Path,
    ...[options]: OptionsArgument<Paths, Path, 'delete'>
  ): Promise<ResponseBody<Paths, Path, 'delete'>> {
    return this.send('delete', path, options);
  }

  /**
   * The pages of results of a list. Each page is requested when the caller needs it. If resources are added, deleted or edited between
   * two requests, a resource can move to another page. Then the pages contain it twice or not at all. With the order `id asc` and without
   * a filter, edits move no resource.
   */
  pages<Path extends ListPath<Paths>>(
    path: Path,
    ...[options]: OptionsArgument<Paths, Path, 'get'>
  ): AsyncGenerator<ResponseBody<Paths, Path, 'get'>, void, undefined> {
    const given = looseOptions(options);
    return iteratePages((page) => {
      const query = { ...given.params?.query, page };
      return this.send('get', path, { ...given, params: { ...given.params, query } });
    });
  }

  /** The resources of all pages of results, one by one. Like `pages`, it can repeat or miss a resource that moves to another page. */
  async *iterate<Path extends ListPath<Paths>>(
    path: Path,
    ...options: OptionsArgument<Paths, Path, 'get'>
  ): AsyncGenerator<ItemOf<ResponseBody<Paths, Path, 'get'>>, void, undefined> {
    for await (const page of this.pages(path, ...options)) {
      for (const list of listsOf(page)) yield* list as ItemOf<ResponseBody<Paths, Path, 'get'>>[];
    }
  }

  /** Sends files and fields as `multipart/form-data`. Failed uploads are not retried. */
  async upload<Path extends PathWith<Paths, 'post'>>(
    path: Path,
    fields: UploadFields<Paths, Path>,
    { onProgress, signal, timeoutMs = UPLOAD_TIMEOUT_MS, headers }: UploadOptions = {},
  ): Promise<ResponseBody<Paths, Path, 'post'>> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) form.append(name, value as Blob | string);
    const limitedSignal = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
    const { baseUrl, authentication } = this.options;
    const progressUpload =
      onProgress && supportsProgress()
        ? { form, onProgress, signal: limitedSignal, authentication, headers }
        : undefined;
    const options = {
      headers,
      body: form,
      bodySerializer: (body: unknown) => body,
      signal: limitedSignal,
      fetch: (request: Request) =>
        progressUpload ? sendWithProgress(`${baseUrl}${path}`, progressUpload) : this.uploadTransport.send(request),
    };
    return this.send('post', path, options, { signal });
  }

  /** @param caller has the signal of the caller; the signal in `options` can have a time limit too */
  private async send<Result>(
    method: Method,
    path: string,
    options: unknown,
    caller: Pick<LooseOptions, 'signal'> = looseOptions(options),
  ): Promise<Result> {
    const { onResponse, ...init } = looseOptions(options);
    const { data, response } = await this.request(method, path, init).catch((error: unknown) => {
      throw toClientError(error, caller.signal);
    });
    onResponse?.(response);
    return data as Result;
  }
}
