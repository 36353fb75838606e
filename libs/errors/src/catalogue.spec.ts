import * as errors from './index';

const { AlmanacError, databaseFailureOf: _, ...catalogue } = errors;
const classes = Object.values(catalogue);

describe('the catalogue', () => {
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

  it('keeps a narrower code apart from the stable one', () => {
    const error = new errors.UnauthorizedError('Invalid token', { code: 'INVALID_JWT' });
    expect(error.code).toBe('UNAUTHENTICATED');
    expect(error.narrowCode).toBe('INVALID_JWT');
  });
});
