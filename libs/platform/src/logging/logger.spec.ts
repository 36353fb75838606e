import { Logger, withoutSecrets } from './logger';
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

  it('carries the request id of the request it runs in', async () => {
    const { logger, lines } = capture();
    await runInContext({ requestId: 'r1' }, async () => {
      await Promise.resolve();
      logger.info('In.');
    });
    logger.info('Out.');
    expect(lines().map((line) => line.requestId)).toEqual(['r1', undefined]);
  });

  it('redacts secrets wherever they usually stand', () => {
    const { logger, lines } = capture();
    logger.info('x', {
      password: 'p1',
      headers: { authorization: 'p2', cookie: 'p3' },
      input: { member: { token: 'p4' } },
    });
    expect(JSON.stringify(lines())).not.toMatch(/p[1-4]/);
  });

  it('cuts secrets out of query strings', () => {
    expect(withoutSecrets('/a/?key=abc&limit=1&token=x.y')).toBe('/a/?key=[redacted]&limit=1&token=[redacted]');
  });
});
