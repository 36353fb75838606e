import { type ApiError, type ApiErrorDetails, createApiError } from './api-error.ts';

/** The error type by HTTP status, for a response whose body names no type, e.g. because a proxy sent it. */
const typeByStatus: Record<number, string> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  403: 'NoPermissionError',
  404: 'NotFoundError',
  413: 'RequestEntityTooLargeError',
  429: 'TooManyRequestsError',
  500: 'InternalServerError',
  502: 'MaintenanceError',
  503: 'MaintenanceError',
  504: 'MaintenanceError',
};

export const typeOfStatus = (status: number): string => typeByStatus[status] ?? 'ApiError';

type ErrorItem = Partial<Record<string, unknown>>;

/** The first element of `errors` in a JSON body. An empty object if there is none, or the body is not JSON. */
export function firstErrorIn(body: string): ErrorItem {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('errors' in parsed) || !Array.isArray(parsed.errors))
      return {};
    const first: unknown = parsed.errors[0];
    return typeof first === 'object' && first !== null ? { ...first } : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

const stringOrUndefined = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The seconds to wait according to the `Retry-After` header, which contains seconds or a date; undefined without a valid header. */
export function retryAfterOf(headers: Headers, nowMs = Date.now()): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - nowMs) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/**
 * Converts a response with an error status. The Admin API, and the Content API in v5, name two fields `type` and `details`. The Content
 * API in canary names them `errorType` and `errorDetails`.
 */
export function responseError(response: { status: number; headers: Headers }, body: string): ApiError {
  const item = firstErrorIn(body);
  const type = stringOrUndefined(item.type) ?? stringOrUndefined(item.errorType) ?? typeOfStatus(response.status);
  const details: ApiErrorDetails = {
    status: response.status,
    type,
    id: stringOrUndefined(item.id),
    code: stringOrUndefined(item.code),
    context: stringOrUndefined(item.context),
    help: stringOrUndefined(item.help),
    property: stringOrUndefined(item.property),
    details: item.details ?? item.errorDetails ?? undefined,
    retryAfter: retryAfterOf(response.headers),
  };
  return createApiError(
    stringOrUndefined(item.message) ?? `The service responded with status ${response.status}.`,
    details,
  );
}
