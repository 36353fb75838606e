import { runInNewContext } from 'node:vm';
import { urlWithoutSecrets } from './loggable-url';
import { Logger } from './logger';
import { textWithoutSecrets } from './redaction';
import { runInContext } from './request-context';

function capture(): { lines: () => Record<string, unknown>[]; logger: Logger } {
  const written: string[] = [];
  const logger = Logger.create({
    service: 'test',
    level: 'trace',
    destination: { write: (line: string) => void written.push(line) },
  });
  return { logger, lines: () => written.map((line) => JSON.parse(line)) };
}

/** Fails if `work` takes quadratic time, which would be minutes: the engine interrupts it. */
function expectToFinish(work: () => void): void {
  runInNewContext('work()', { work }, { timeout: 30_000 });
}

describe('Logger', () => {
  it('writes JSON lines with level, service, ISO time and fields', () => {
    const { logger, lines } = capture();
    logger.warn('Slow.', { durationMs: 7 });
    expect(lines()).toEqual([
      expect.objectContaining({
        level: 'warn',
        service: 'test',
        msg: 'Slow.',
        durationMs: 7,
        time: expect.stringMatching(/Z$/),
      }),
    ]);
  });

  it('writes the time at which each line was logged', () => {
    const { logger, lines } = capture();
    const now = jest.spyOn(Date, 'now');
    try {
      for (const ms of [1_700_000_000_000, 1_700_000_000_000, 1_700_000_000_001]) {
        now.mockReturnValue(ms);
        logger.info('x');
      }
    } finally {
      now.mockRestore();
    }
    expect(lines().map(({ time }) => time)).toEqual([
      '2023-11-14T22:13:20.000Z',
      '2023-11-14T22:13:20.000Z',
      '2023-11-14T22:13:20.001Z',
    ]);
  });

  it('carries the request id of the request it runs in', async () => {
    const { logger, lines } = capture();
    await runInContext({ requestId: 'r1' }, async () => {
      await Promise.resolve();
      logger.info('In.');
    });
    logger.info('Out.');
    expect(lines().map((line) => line.requestId)).toEqual(['r1', undefined]);
  });

  it('writes the request id once if the fields have it too', () => {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const logger = Logger.create({ service: 'test', level: 'info', destination });
    runInContext({ requestId: 'r1' }, () => logger.info('x', { requestId: 'r1' }));
    expect(written.join('').match(/requestId/g)).toHaveLength(1);
  });

  it('redacts secrets in the usual fields', () => {
    const { logger, lines } = capture();
    logger.info('x', {
      password: 'p1',
      headers: { authorization: 'p2', cookie: 'p3' },
      input: { member: { token: 'p4' } },
    });
    expect(JSON.stringify(lines())).not.toMatch(/p[1-4]/);
  });

  it('logs an error and its causes, without the inputs that libraries attach', () => {
    const { logger, lines } = capture();
    const inputs = { input: 'postgres://u:hunter2@db', parameters: ['hunter2'], detail: 'Failing row (hunter2).' };
    const cause = Object.assign(new TypeError('Invalid URL: redis://default:hunter2/x@y@queue:6379/0'), inputs);
    logger.error(new Error('Broken.', { cause }), { code: 'X' });
    const [line] = lines();
    expect(line).toMatchObject({ msg: 'Broken.', err: { type: 'Error', cause: { type: 'TypeError' } } });
    expect(JSON.stringify(line)).not.toContain('hunter2');
    expect(JSON.stringify(line)).toContain('redis://[redacted]@queue:6379/0');
  });

  it('logs fields that contain themselves', () => {
    const { logger, lines } = capture();
    const fields: Record<string, unknown> = {};
    fields.self = fields;
    logger.info('x', fields);
    expect(JSON.stringify(lines())).toContain('[not logged]');
  });
});

describe('textWithoutSecrets', () => {
  it.each([
    ['a content key', '0123456789abcdef0123456789'],
    ['an admin key', 'f'.repeat(64)],
    ['a session', 'Zx9-_Ab3Zx9-_Ab3Zx9-_Ab3Zx9-_Ab3Zx9-_Ab3Zx9'],
    ['a token', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.'],
    ['a signing secret', 'whsec_MfKQ9r8GKYqrTwjU'],
    ['a signing secret with punctuation', 'whsec_aB3/+dEfGhIjKlM='],
    ['a bcrypt hash', '$2a$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
  ])('cuts out %s', (_what, secret) => {
    expect(textWithoutSecrets(`before "${secret}" after`)).toBe('before "[redacted]" after');
    expect(textWithoutSecrets(secret)).toBe('[redacted]');
  });

  it.each([
    '5ddc9063c35e7700383b27e0',
    '0af7651916cd43dd8448eb211c80319c',
    '6f1c9c3a-2f57-4a57-9d3e-3c0f3c8f6f0e',
    'a-very-long-slug-of-a-post-about-many-different-things-2020',
    'http://localhost:4001/ghost/api/v3/content/posts/',
  ])('leaves %s', (text) => {
    expect(textWithoutSecrets(text)).toBe(text);
  });

  it.each(['a', 'a-', 'a--', '1a', '1a--', '-_.', 'a1-'])('takes linear time for a path of %s', (piece) => {
    expectToFinish(() => {
      for (const end of ['', '!']) urlWithoutSecrets(`/${piece.repeat(100_000)}${end}/${piece.repeat(60)}${end}`);
    });
  });

  it.each(['eyJ', '://', '-----BEGIN PRIVATE KEY-----', 'whsec_', 'aB', '$2a$10$'])(
    'takes linear time for repetitions of %s',
    (piece) => {
      expectToFinish(() => textWithoutSecrets(piece.repeat(200_000 / piece.length)));
    },
  );
});

describe('urlWithoutSecrets', () => {
  it.each([
    ['/a/?key=abc&limit=1&token=x.y', '/a/?key=[redacted]&limit=1&token=[redacted]'],
    ['/a/?k%65y=abc&%6b%65%79=abc&KEY=abc', '/a/?key=[redacted]&key=[redacted]&key=[redacted]'],
    ['/a/?key[]=abc;api%5Fkey=abc', '/a/?[redacted]&api_key=[redacted]'],
    ['/a/?abc&=abc&x=abc', '/a/?[redacted]&[redacted]&[redacted]'],
    ['/a/?limit=abc1&fields=id,title', '/a/?limit=[redacted]&fields=id,title'],
    ['/a/?limit=whsec_gaiWbZgKDfCIHLIA&order=sqkEGTnAGUjORD', '/a/?limit=[redacted]&order=[redacted]'],
    ['/a/?limit=whsec_abcdefghijkl', '/a/?limit=[redacted]'],
    ['/a/?order=published_at%20DESC,+title+asc&limit=all', '/a/?order=published_at%20DESC,+title+asc&limit=all'],
    ["/a/?filter=note:'see hunter:2'%2Bslug:x", '/a/?filter=note,slug'],
    ["/a/?filter=slug:'abc'%2Bauthors.slug:abc", '/a/?filter=slug,authors.slug'],
    ['/a/?filter=(name:abc-hunter:2,slug:x)', '/a/?filter=name,slug'],
    ['/a/?filter=name:%23hunter:2%2Bslug:[a,hunter:2]%2Btag:x', '/a/?filter=name,slug,tag'],
    ['/a/?filter=slug:[a,hunter:2', '/a/?filter=slug'],
    ['/a/?filter=name:a@hunter.example:2', '/a/?filter=name'],
    ['/a/?key=%zz#token=abc', '/a/?key=[redacted]'],
    ['/a/%61bc/a@b.c/plain-slug/', '/a/[redacted]/[redacted]/plain-slug/'],
    ['/a/0123456789abcdef0123456789/', '/a/[redacted]/'],
    ['/a/sqkEGTnAGUjORD4A/hunter2hunter2/', '/a/[redacted]/[redacted]/'],
    ['/ghost/api/v3/admin/posts/5ddc9063c35e7700383b27e0/', '/ghost/api/v3/admin/posts/5ddc9063c35e7700383b27e0/'],
    ['/members/.well-known/jwks.json', '/members/.well-known/jwks.json'],
    ['/content/images/2020/01/my-image--1-.png', '/content/images/2020/01/my-image--1-.png'],
    ['/posts/slug/10-things-i-learned-in-2020/', '/posts/slug/10-things-i-learned-in-2020/'],
    ['/a/?', '/a/'],
    ['/v3/posts/?key=abc&include=tags,authors&limit=15', '/v3/posts/?key=[redacted]&include=tags,authors&limit=15'],
    ['/v5/posts/?key=abc&include=tags%2Cauthors', '/v5/posts/?key=[redacted]&include=tags%2Cauthors'],
    ['/a/?limit=15&key=&page=2&key=a%20b=c', '/a/?limit=15&key=[redacted]&page=2&key=[redacted]'],
    ['/a/?limit=abcdefghijklmnopqrstuvwxyz', '/a/?limit=abcdefghijklmnopqrstuvwxyz'],
    ['/a/?limit=abcdefabcdefabcdefabcdefab', '/a/?limit=[redacted]'],
    ['/a/?limit=1&abc', '/a/?limit=1&[redacted]'],
    ['/a/?key=abc;token=def?hash=ghi', '/a/?key=[redacted]&token=[redacted]&hash=[redacted]'],
  ])('writes %s as %s', (url, written) => {
    expect(urlWithoutSecrets(url)).toBe(written);
  });
});
