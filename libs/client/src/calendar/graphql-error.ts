import { type ApiError, type ApiErrorDetails, createApiError } from '../errors/api-error.ts';
import { firstErrorIn, responseError, retryAfterOf, typeOfStatus } from '../errors/response-error.ts';

/** The `type` that the Admin API and the Content API give to an error, by the code that the calendar gives to it. */
const typeByCode: Record<string, string> = {
  BAD_REQUEST: 'BadRequestError',
  BAD_USER_INPUT: 'ValidationError',
  FORBIDDEN: 'NoPermissionError',
  GRAPHQL_PARSE_FAILED: 'BadRequestError',
  GRAPHQL_VALIDATION_FAILED: 'BadRequestError',
  INTERNAL_SERVER_ERROR: 'InternalServerError',
  MAINTENANCE: 'MaintenanceError',
  NOT_FOUND: 'NotFoundError',
  TOO_MANY_REQUESTS: 'TooManyRequestsError',
  UNAUTHENTICATED: 'UnauthorizedError',
  UPDATE_COLLISION: 'UpdateCollisionError',
  VALIDATION: 'ValidationError',
};

/** One element of `errors` of a GraphQL response. */
export interface GraphqlErrorItem {
  message: string;
  extensions?: { code?: string; id?: string; errors?: { path: string; message: string }[]; retryAfter?: number };
}

/** Converts an error of a GraphQL response. Its `details` are the path and the message for each invalid value of the input, if any. */
export function graphqlError(item: GraphqlErrorItem, response: Pick<Response, 'status' | 'headers'>): ApiError {
  const { code, id, errors, retryAfter } = item.extensions ?? {};
  const details: ApiErrorDetails = {
    status: response.status,
    type: typeByCode[code ?? ''] ?? typeOfStatus(response.status),
    id,
    code,
    property: errors?.[0]?.path,
    details: errors,
    retryAfter: retryAfter ?? retryAfterOf(response.headers),
  };
  return createApiError(item.message, details);
}

const isGraphqlError = (item: object): item is GraphqlErrorItem =>
  'message' in item && 'extensions' in item && typeof item.extensions === 'object' && item.extensions !== null;

/**
 * Converts a response with an error status, or one without `data`. Its body contains a GraphQL error, e.g. for a wrong variable, or has
 * another form, e.g. because a proxy sent it.
 */
export function calendarError(response: Pick<Response, 'status' | 'headers'>, body: string): ApiError {
  const item = firstErrorIn(body);
  return isGraphqlError(item) ? graphqlError(item, response) : responseError(response, body);
}
