import { parseQueueUrl } from './queue-url';

describe('parseQueueUrl', () => {
  it.each([
    ['redis://localhost', { engine: 'redis', url: 'redis://localhost' }],
    ['redis://u:p@redis:6379/2', { engine: 'redis', url: 'redis://u:p@redis:6379/2' }],
    ['rediss://redis:6380', { engine: 'redis', url: 'rediss://redis:6380', tls: {} }],
    ['rediss://redis/1?caFile=%2Fca.pem', { engine: 'redis', url: 'rediss://redis/1', tls: { caFile: '/ca.pem' } }],
    ['redis://job_queue:6379', { engine: 'redis', url: 'redis://job_queue:6379' }],
    ['postgresql://a:b@db:5432/queue', { engine: 'postgres', url: 'postgresql://a:b@db:5432/queue' }],
  ])('parses %s', (url, address) => expect(parseQueueUrl(url)).toEqual(address));

  it('parses hosts, name, database, user and passwords of Sentinel', () => {
    const url =
      'rediss+sentinel://us%40er:p%2Fw@one:5000,[fe80::1],10.0.0.3/prime-1/7?sentinelPassword=s&sentinelUsername=n';
    expect(parseQueueUrl(url)).toEqual({
      engine: 'sentinel',
      sentinels: [
        { host: 'one', port: 5000 },
        { host: 'fe80::1', port: 26_379 },
        { host: '10.0.0.3', port: 26_379 },
      ],
      name: 'prime-1',
      database: 7,
      username: 'us@er',
      password: 'p/w',
      sentinelUsername: 'n',
      sentinelPassword: 's',
      tls: {},
    });
    expect(parseQueueUrl('redis+sentinel://:word@one/main')).toMatchObject({
      password: 'word',
      username: undefined,
      database: 0,
    });
  });

  it.each([
    'mysql://localhost',
    'redis+cluster://one:7000,two:7000',
    'redis+sentinel://one:26379',
    'redis+sentinel://one:26379/',
    'redis+sentinel:///main',
    'redis+sentinel://one,,two/main',
    'redis+sentinel://one:99999/main',
    'redis+sentinel://one:port/main',
    'redis+sentinel://:%zz@one/main',
    'redis+sentinel://:caf%E9@one/main',
    'redis+sentinel://one/main?sentinelpasswort=typo',
    'redis+sentinel://a@b@one/main',
    'nonsense',
    '',
  ])('rejects %s', (url) => expect(parseQueueUrl(url)).toBeUndefined());
});
