import * as errors from './index';

const {
  AlmanacError,
  databaseFailureOf: _failureOf,
  isPoolExhausted: _isPoolExhausted,
  messageOf: _messageOf,
  ...catalogue
} = errors;
const classes = Object.values(catalogue);

/** A copy of the catalogue: clients depend on code, status and type. */
const expected: readonly [name: string, code: string, status: number][] = [
  ['BadRequestError', 'BAD_REQUEST', 400],
  ['IncorrectUsageError', 'INCORRECT_USAGE', 400],
  ['InternalServerError', 'INTERNAL_SERVER_ERROR', 500],
  ['MaintenanceError', 'MAINTENANCE', 503],
  ['NoPermissionError', 'FORBIDDEN', 403],
  ['NotFoundError', 'NOT_FOUND', 404],
  ['NotImplementedError', 'NOT_IMPLEMENTED', 501],
  ['RequestEntityTooLargeError', 'REQUEST_ENTITY_TOO_LARGE', 413],
  ['RequestNotAcceptableError', 'NOT_ACCEPTABLE', 406],
  ['TooManyRequestsError', 'TOO_MANY_REQUESTS', 429],
  ['UnauthorizedError', 'UNAUTHENTICATED', 401],
  ['UnsupportedMediaTypeError', 'UNSUPPORTED_MEDIA_TYPE', 415],
  ['UpdateCollisionError', 'UPDATE_COLLISION', 409],
  ['ValidationError', 'VALIDATION', 422],
  ['VersionMismatchError', 'VERSION_MISMATCH', 400],
];

describe('the catalogue', () => {
  it('has exactly these errors, codes and statuses', () => {
    const actual = Object.entries(catalogue).map(([name, ErrorClass]) => {
      const { code, status, type } = new ErrorClass('m');
      expect(type).toBe(name);
      return [name, code, status];
    });
    expect(actual.sort()).toEqual([...expected].sort());
  });

  it('gives every error its own stable code', () => {
    const codes = classes.map((ErrorClass) => new ErrorClass('m').code);
    expect(classes.every((ErrorClass) => new ErrorClass('m') instanceof AlmanacError)).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^[A-Z_]+$/);
  });

  it('carries message, type, context and cause', () => {
    const cause = new Error('root');
    const error = new errors.ValidationError('No.', { context: 'because', property: 'title', cause });
    expect(error).toMatchObject({
      message: 'No.',
      type: 'ValidationError',
      status: 422,
      context: 'because',
      property: 'title',
      cause,
    });
    expect(error.name).toBe('ValidationError');
  });

  it('stores a more specific code beside the stable one', () => {
    const error = new errors.UnauthorizedError('Invalid token', { code: 'INVALID_JWT' });
    expect(error.code).toBe('UNAUTHENTICATED');
    expect(error.specificCode).toBe('INVALID_JWT');
  });
});
