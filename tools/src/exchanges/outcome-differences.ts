import type { Difference } from './differences';
import type { Exchange, JsonValue } from './exchange';
import { headerDifferences } from './header-differences';
import type { ServiceResponse } from './service-requests';

/** The type of the error by the status of its response. */
const ERROR_TYPES: Record<number, string> = {
  400: 'BadRequestError',
  401: 'UnauthorizedError',
  403: 'NoPermissionError',
  404: 'NotFoundError',
  409: 'UpdateCollisionError',
  415: 'UnsupportedMediaTypeError',
  422: 'ValidationError',
};

/** Headers that do not depend on whether a request succeeds. */
const COMMON_HEADERS = new Set(['cache-control', 'access-control-allow-origin', 'content-type']);

/**
 * The differences besides the status, when Almanac responds with another status than Ghost. The body must have the form that belongs to
 * Almanac's status. The headers that do not depend on the status must be as recorded.
 */
export function outcomeDifferences({ request, response: recorded }: Exchange, response: ServiceResponse): Difference[] {
  return [
    ...(response.status < 400 ? successDifferences(request.path, response) : errorDifferences(response)),
    ...headerDifferences(recorded.headers, response.headers).filter(({ at }) =>
      COMMON_HEADERS.has(at.replace('header:', '')),
    ),
  ];
}

/** Checks that the body of a success contains the resource of the path, or is empty with status 204. */
function successDifferences(path: string, { status, body }: ServiceResponse): Difference[] {
  if (status === 204) return body === '' ? [] : [{ at: 'body', expected: 'empty', actual: JSON.stringify(body) }];
  const [, resource = ''] = /\/(?:admin|content)\/(?:schedules\/)?([a-z]+)/.exec(path) ?? [];
  if (isObject(body) && resource in body) return [];
  return [{ at: 'body', expected: resource, actual: JSON.stringify(body).slice(0, 160) }];
}

/** Checks that the body contains one error, with a message and the type that belongs to the status. */
function errorDifferences({ status, body }: ServiceResponse): Difference[] {
  const [error, ...more] = isObject(body) && Array.isArray(body.errors) ? body.errors : [];
  const expected = ERROR_TYPES[status] ?? 'a documented status';
  const type = isObject(error) ? (error.type ?? error.errorType) : undefined;
  const hasMessage = isObject(error) && typeof error.message === 'string' && error.message !== '';
  if (type === expected && hasMessage && more.length === 0) return [];
  return [{ at: 'errors[]', expected, actual: JSON.stringify(body).slice(0, 160) }];
}

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
