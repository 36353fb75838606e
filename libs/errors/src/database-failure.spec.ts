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
    ['a pool without a free connection', failing('timeout exceeded when trying to connect')],
    ['a transaction that stood still', failing('terminating connection', { code: '25P03' })],
  ])('knows %s as lost', (_case, error) => {
    expect(databaseFailureOf(error)).toBe('lost');
  });

  it.each([
    ['a statement that took too long', '57014'],
    ['a lock that stayed taken', '55P03'],
    ['a deadlock', '40P01'],
    ['a serialization failure', '40001'],
    ['a full disk', '53100'],
    ['a standby that was asked to write', '25006'],
  ])('knows %s as busy', (_case, code) => {
    expect(databaseFailureOf(failing('refused', { code }))).toBe('busy');
  });

  it.each([
    ['a violated constraint', failing('duplicate key', { code: '23505' })],
    ['wrong SQL', failing('syntax error', { code: '42601' })],
    ['any other error', new TypeError('x is not a function')],
    ['what is no error', 'Connection terminated'],
  ])('says nothing of %s', (_case, error) => {
    expect(databaseFailureOf(error)).toBeUndefined();
  });
});
