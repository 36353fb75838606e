import { databaseFailureOf } from './database-failure';

const failing = (message: string, properties: object = {}): Error => Object.assign(new Error(message), properties);

describe('databaseFailureOf', () => {
  it.each([
    ['a server that shuts down', failing('terminating connection', { code: '57P01' })],
    ['a server that starts', failing('the database system is starting up', { code: '57P03' })],
    ['a refused connection', failing('connect ECONNREFUSED 127.0.0.1:5432', { code: 'ECONNREFUSED' })],
    ['too many connections', failing('sorry, too many clients already', { code: '53300' })],
    ['an error of PgBouncer', failing('query_wait_timeout', { code: '08P01' })],
    ['a broken connection', failing('Connection terminated unexpectedly')],
    ['a connection that is not opened in time', failing('Connection terminated due to connection timeout')],
    ['an idle transaction that was ended', failing('terminating connection', { code: '25P03' })],
  ])('classifies %s as lost', (_case, error) => {
    expect(databaseFailureOf(error)).toBe('lost');
  });

  it('classifies a pool without a free connection as busy', () => {
    expect(databaseFailureOf(failing('timeout exceeded when trying to connect'))).toBe('busy');
  });

  it.each([
    ['a statement timeout', '57014'],
    ['a lock timeout', '55P03'],
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
    ['a full disk', '53100'],
    ['a write to a standby', '25006'],
  ])('classifies %s as busy', (_case, code) => {
    expect(databaseFailureOf(failing('refused', { code }))).toBe('busy');
  });

  it.each([
    ['a violated constraint', failing('duplicate key', { code: '23505' })],
    ['wrong SQL', failing('syntax error', { code: '42601' })],
    ['any other error', new TypeError('x is not a function')],
    ['a value that is not an error', 'Connection terminated'],
  ])('does not classify %s', (_case, error) => {
    expect(databaseFailureOf(error)).toBeUndefined();
  });
});
