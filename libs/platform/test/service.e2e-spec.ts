import { ValidationError } from '@almanac/errors';
import { ServiceConfiguration } from '@almanac/validation';
import { Body, Controller, Get, Module, Post, Req, Res } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { currentRequestId, createService, Logger, Readiness, type ServiceOptions } from '../src';
import { setImmediate as nextTurn } from 'node:timers/promises';

const slowRequest = { start: () => undefined as void, end: () => undefined as void };

const failingStream = (): Readable => {
  const stream = new Readable({ read: () => stream.destroy(new Error('no text')) });
  return stream;
};

function setStreamHeaders(reply: FastifyReply): void {
  void reply.headers({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
    'content-length': '5000',
    'content-type': 'text/plain',
    etag: '"of-the-text"',
  });
}

@Controller('example')
class ExampleController {
  @Get()
  requestId(): object {
    return { requestId: currentRequestId() };
  }

  @Post()
  async requestIdAfterBody(@Body() body: unknown): Promise<object> {
    await Promise.resolve();
    return { requestId: currentRequestId(), body };
  }

  @Get('invalid')
  invalid(): never {
    throw new ValidationError('No.', { property: 'title' });
  }

  @Get('broken')
  broken(): never {
    throw new Error('select * from secrets');
  }

  @Get('failing-stream')
  failingStream(@Res({ passthrough: true }) reply: FastifyReply): Readable {
    setStreamHeaders(reply);
    return failingStream();
  }

  @Get('failing-file')
  async failingFile(@Res() reply: FastifyReply): Promise<void> {
    setStreamHeaders(reply);
    await reply.send(failingStream());
  }

  @Get('slow')
  async slow(): Promise<object> {
    slowRequest.start();
    await new Promise<void>((resolve) => (slowRequest.end = resolve));
    return { done: true };
  }

  @Get('address')
  address(@Req() request: FastifyRequest): string {
    return request.ip;
  }

  @Get('large')
  large(): object {
    return { text: 'x'.repeat(5_000) };
  }
}

@Module({ controllers: [ExampleController] })
class ExampleModule {}

const lines: string[] = [];

async function createExample(
  configuration: Partial<ServiceConfiguration> = {},
  options: Pick<ServiceOptions<ServiceConfiguration>, 'hasRequestContexts'> = {},
): Promise<NestFastifyApplication> {
  const logger = Logger.create({
    service: 'example',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  });
  const settings = Object.assign(new ServiceConfiguration(), { bodyLimitBytes: 1024 }, configuration);
  const app = await createService(
    { name: 'example', configurationClass: ServiceConfiguration, module: () => ExampleModule, ...options },
    settings,
    { logger },
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

describe('a service on the platform', () => {
  let app: NestFastifyApplication;
  beforeAll(async () => {
    app = await createExample();
  });
  beforeEach(() => lines.splice(0));
  afterAll(() => app.close());

  it('carries the request id to handlers, the answer and the log, also past a parsed body', async () => {
    const headers = { 'x-request-id': 'abc-1' };
    const get = await app.inject({ url: '/example', headers });
    const post = await app.inject({ method: 'POST', url: '/example', headers, payload: { a: 1 } });
    await nextTurn();
    expect(get.json()).toEqual({ requestId: 'abc-1' });
    expect(post.json()).toEqual({ requestId: 'abc-1', body: { a: 1 } });
    expect(get.headers['x-request-id']).toBe('abc-1');
    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['abc-1', 'abc-1']);
  });

  it('logs each request with its id, and its URL without secrets', async () => {
    await app.inject({ url: '/example?key=secret', headers: { 'x-request-id': 'abc-1' } });
    await nextTurn();
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'request', requestId: 'abc-1', url: '/example?key=[redacted]', status: 200 }),
    ]);
  });

  it('sends and logs request ids also without request contexts', async () => {
    const service = await createExample({}, { hasRequestContexts: false });
    try {
      lines.splice(0);
      const { headers } = await service.inject({ url: '/example/broken', headers: { 'x-request-id': 'abc-2' } });
      expect(headers['x-request-id']).toBe('abc-2');
      await nextTurn();
      const logged = lines.map((line) => JSON.parse(line));
      expect(logged.map(({ level, requestId }) => [level, requestId])).toEqual([
        ['error', 'abc-2'],
        ['info', 'abc-2'],
      ]);
      expect((await service.inject('/example')).json()).toEqual({});
    } finally {
      await service.close();
    }
  });

  it('makes its own request id where the given one could forge a log line', async () => {
    const { headers } = await app.inject({ url: '/example', headers: { 'x-request-id': 'a b"\\n' } });
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
  });

  it('answers errors of the catalogue with their status, and unknown ones with an id and no detail', async () => {
    const invalid = await app.inject('/example/invalid');
    const broken = await app.inject('/example/broken');
    expect([invalid.statusCode, invalid.json().errors[0].code]).toEqual([422, 'VALIDATION']);
    expect(broken.statusCode).toBe(500);
    expect(broken.body).not.toContain('secrets');
    const logged = lines.map((line) => JSON.parse(line)).find(({ level }) => level === 'error');
    expect(logged.errorId).toBe(broken.json().errors[0].id);
    expect(logged.requestId).toBe(broken.headers['x-request-id']);
    expect(JSON.stringify(logged)).toContain('select * from secrets');
  });

  it.each(['failing-stream', 'failing-file'])('answers %s without the headers of its body', async (path) => {
    const failed = await app.inject({ url: `/example/${path}` });
    expect(failed.statusCode).toBe(500);
    expect(failed.json()).toMatchObject({ errors: [{ code: 'INTERNAL_SERVER_ERROR' }] });
    expect(failed.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': `${failed.rawPayload.length}`,
    });
    expect(['content-encoding', 'etag'].filter((name) => name in failed.headers)).toEqual([]);
  });

  it('answers an unknown route 404, a broken body 400 and a body over the limit 413', async () => {
    const post = (payload: string): Promise<{ statusCode: number }> =>
      app.inject({ method: 'POST', url: '/example', headers: { 'content-type': 'application/json' }, payload });
    expect((await app.inject('/nowhere')).statusCode).toBe(404);
    expect((await post('{"a":')).statusCode).toBe(400);
    expect((await post(JSON.stringify('x'.repeat(2_000)))).statusCode).toBe(413);
  });

  it('compresses what is worth it and sends protective headers', async () => {
    const large = await app.inject({ url: '/example/large', headers: { 'accept-encoding': 'br, gzip' } });
    expect(large.headers).toMatchObject({ 'content-encoding': 'br', 'x-content-type-options': 'nosniff' });
    expect(
      (await app.inject({ url: '/example', headers: { 'accept-encoding': 'br' } })).headers['content-encoding'],
    ).toBeUndefined();
  });

  it('is live at once, and ready when every check passes', async () => {
    const readiness = app.get(Readiness);
    readiness.register('database', () => Promise.resolve());
    expect((await app.inject('/health/live')).statusCode).toBe(200);
    expect((await app.inject('/health/ready')).json()).toEqual({ status: 'ok', checks: { database: 'ok' } });
    readiness.register('database', () => Promise.reject(new Error('migrations are missing')));
    const unready = await app.inject('/health/ready');
    expect([unready.statusCode, unready.json().checks]).toEqual([503, { database: 'migrations are missing' }]);
  });

  it('counts requests by route and status for Prometheus', async () => {
    await app.inject('/example/invalid');
    const { body } = await app.inject('/metrics');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{service="example",method="GET",route="\/example\/invalid",status="422"\} \d+/,
    );
    expect(body).toContain('nodejs_eventloop_lag_seconds');
  });
});

describe('TRUST_PROXY', () => {
  async function addressSeen(trustProxy: string): Promise<string> {
    const app = await createExample({ trustProxy });
    const { body } = await app.inject({ url: '/example/address', headers: { 'x-forwarded-for': '1.2.3.4' } });
    await app.close();
    return body;
  }

  it.each([
    ['off', '127.0.0.1'],
    ['1', '1.2.3.4'],
    ['127.0.0.0/8', '1.2.3.4'],
    ['10.0.0.0/8', '127.0.0.1'],
  ])('set to %s makes the client %s', async (setting, address) => {
    expect(await addressSeen(setting)).toBe(address);
  });
});

describe('shutdown', () => {
  it('says it is not ready, finishes what runs and then closes', async () => {
    const app = await createExample();
    await app.listen(0, '127.0.0.1');
    const url = await app.getUrl();
    const started = new Promise<void>((resolve) => (slowRequest.start = resolve));
    const slow = fetch(`${url}/example/slow`);
    await started;
    app.get(Readiness).startDraining();
    const unready = await fetch(`${url}/health/ready`);
    expect([unready.status, unready.headers.get('connection')]).toEqual([503, 'close']);
    const closed = app.close();
    slowRequest.end();
    expect(await (await slow).json()).toEqual({ done: true });
    await closed;
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });
});
