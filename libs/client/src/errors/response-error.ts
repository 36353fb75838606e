import { type ApiError, type ApiErrorDetails, createApiError } from './api-error.ts';

/** Types for responses of a proxy, which have no body of the API. */
const typesOfStatus: Record<number, string> = {
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

type ErrorItem = Partial<Record<string, unknown>>;

/** The first element of `errors`, which both APIs send. */
function firstErrorIn(body: string): ErrorItem {
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

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Seconds of a `Retry-After` header, which has seconds or a date. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** Reads the error of a response whose status is 400 or more. */
export function responseError(response: { status: number; headers: Headers }, body: string): ApiError {
  const item = firstErrorIn(body);
  const type =
    textOrNothing(item.type) ?? textOrNothing(item.errorType) ?? typesOfStatus[response.status] ?? 'ApiError';
  const details: ApiErrorDetails = {
    status: response.status,
    type,
    id: textOrNothing(item.id),
    code: textOrNothing(item.code),
    context: textOrNothing(item.context),
    help: textOrNothing(item.help),
    property: textOrNothing(item.property),
    details: item.details ?? item.errorDetails ?? undefined,
    retryAfter: retryAfterOf(response.headers),
  };
  return createApiError(
    textOrNothing(item.message) ?? `The service responded with status ${response.status}.`,
    details,
  );
}
