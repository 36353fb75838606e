import type { Authentication } from '../authentication/authentication.ts';
import { responseError } from '../errors/response-error.ts';

/** The sent bytes of the form (`loaded`), and all its bytes (`total`). */
export interface UploadProgress {
  loaded: number;
  total: number;
}

/** The members of XMLHttpRequest that uploads use. `fetch` does not report the progress of uploads. */
interface ProgressRequest {
  readonly upload: { onprogress: ((event: UploadProgress) => void) | null };
  readonly status: number;
  readonly responseText: string;
  withCredentials: boolean;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: FormData): void;
  abort(): void;
}

interface ProgressUpload {
  form: FormData;
  onProgress: (progress: UploadProgress) => void;
  signal: AbortSignal;
  authentication: Authentication;
  headers?: Record<string, string>;
}

/** Request headers that the browser sets. Its `content-type` contains the boundary of the form. */
const BROWSER_HEADERS = ['origin', 'cookie', 'content-type', 'content-length'];
const NO_BODY_STATUSES = [204, 205, 304];

const progressRequestClass = (): (new () => ProgressRequest) | undefined =>
  (globalThis as { XMLHttpRequest?: new () => ProgressRequest }).XMLHttpRequest;

/** Whether the platform reports the progress of uploads: browsers do, Node.js does not. */
export const supportsProgress = (): boolean => progressRequestClass() !== undefined;

function headersOf(request: ProgressRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/).filter(Boolean);
  return new Headers(
    lines.map((line): [string, string] => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*:\s*/, '')]),
  );
}

const responseOf = (request: ProgressRequest): Response =>
  new Response(NO_BODY_STATUSES.includes(request.status) ? null : request.responseText, {
    status: request.status,
    headers: headersOf(request),
  });

/**
 * Sends a form by POST, and reports the progress to `upload.onProgress`.
 * @returns the response; its status is 2xx
 * @throws ApiError when the status of the response is not 2xx
 * @throws TypeError when no response arrived, or the reason of the aborted signal
 */
export async function sendWithProgress(url: string, upload: ProgressUpload): Promise<Response> {
  const { form, onProgress, signal, authentication, headers: extraHeaders } = upload;
  const RequestClass = progressRequestClass();
  if (!RequestClass) throw new TypeError('This platform has no XMLHttpRequest.');
  const { headers, credentials } = await authentication.authenticate(
    new Request(url, { method: 'POST', headers: extraHeaders }),
  );
  // A signal that was aborted during the authentication does not call the listener below.
  signal.throwIfAborted();
  const request = new RequestClass();
  const sent = new Promise<Response>((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total });
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('The upload failed.'));
    request.onabort = () => reject(signal.reason);
  });
  request.open('POST', url);
  request.withCredentials = credentials === 'include';
  for (const [name, value] of headers) {
    if (!BROWSER_HEADERS.includes(name)) request.setRequestHeader(name, value);
  }
  const abort = (): void => request.abort();
  signal.addEventListener('abort', abort, { once: true });
  request.send(form);
  const response = await sent.finally(() => signal.removeEventListener('abort', abort));
  authentication.observe(response);
  if (!response.ok) throw responseError(response, request.responseText);
  return response;
}
