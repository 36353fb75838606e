import { NotFoundError } from '@almanac/errors';
import { ServiceConfiguration } from '@almanac/validation';
import { Controller, Get, Module } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { createService, currentRequestId, Logger, Metrics, Readiness, type ReadyAnswer, runInContext } from '../src';

@Controller('through')
class ExampleController {
  @Get()
  requestId(): object {
    return { requestId: currentRequestId() ?? null };
  }
}

@Module({ controllers: [ExampleController] })
class ExampleModule {}

describe('a short way', () => {
  const lines: string[] = [];
  let app: NestFastifyApplication;
  let origin: string;
  let late: () => Promise<ReadyAnswer | undefined>;
  let ready: ReadyAnswer;

  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    app = await createService(
      {
        name: 'example',
        Configuration: ServiceConfiguration,
        module: () => ExampleModule,
        carriesRequestContext: false,
        shortWay:
          () =>
          ({ url }) =>
            url?.startsWith('/at-once') ? ready : url?.startsWith('/health') ? undefined : late(),
      },
      new ServiceConfiguration(),
      { logger: Logger.create({ service: 'example', level: 'info', destination }) },
    );
    const times = app.get(Metrics).requestTimes({ method: 'GET', route: '/at-once', status: 200 });
    ready = { status: 200, headers: ['content-type', 'text/plain'], body: Buffer.from('ready'), times };
    await app.listen(0, '127.0.0.1');
    origin = await app.getUrl();
  });
  beforeEach(() => lines.splice(0));
  afterAll(() => app.close());

  const logged = (): Record<string, unknown>[] => lines.map((line) => JSON.parse(line));

  it('answers at once or soon, with the id of the request in the answer and the log', async () => {
    late = () => Promise.resolve(ready);
    for (const path of ['/at-once?key=secret', '/soon?key=secret']) {
      const response = await fetch(origin + path, { headers: { 'x-request-id': 'abc-1' } });
      expect([response.status, await response.text()]).toEqual([200, 'ready']);
      expect(response.headers.get('x-request-id')).toBe('abc-1');
    }
    expect(logged()).toMatchObject([
      { msg: 'request', requestId: 'abc-1', url: '/at-once?key=[redacted]', status: 200 },
      { msg: 'request', requestId: 'abc-1', url: '/soon?key=[redacted]', status: 200 },
    ]);
  });

  it('leaves to the framework what it finds no answer to', async () => {
    late = () => Promise.resolve(undefined);
    const response = await fetch(`${origin}/through`, { headers: { 'x-request-id': 'abc-2' } });
    expect(await response.json()).toEqual({ requestId: null });
    expect(logged()).toMatchObject([{ requestId: 'abc-2', url: '/through', status: 200 }]);
  });

  it('has its failures answered by the framework, with the time they took', async () => {
    late = async () => {
      const startedAt = performance.now();
      while (performance.now() - startedAt < 20) await new Promise((resolve) => setImmediate(resolve));
      throw new NotFoundError('Nothing of that name.');
    };
    const response = await fetch(`${origin}/through`, { headers: { 'x-request-id': 'abc-3' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ errors: [{ message: 'Nothing of that name.' }] });
    const [line] = logged();
    expect(line).toMatchObject({ requestId: 'abc-3', status: 404 });
    expect(line?.durationMs).toBeGreaterThan(15);
  });

  it('tells the request in the log of an error nobody foresaw', async () => {
    late = () => Promise.reject(new Error('broken'));
    const response = await fetch(`${origin}/through`, { headers: { 'x-request-id': 'abc-4' } });
    expect(response.status).toBe(500);
    const { errors } = (await response.json()) as { errors: { id: string }[] };
    expect(logged()).toContainEqual(
      expect.objectContaining({ level: 'error', requestId: 'abc-4', errorId: errors[0]?.id }),
    );
  });

  it('lets connections go while the process drains', async () => {
    late = () => Promise.resolve(ready);
    app.get(Readiness).startDraining();
    for (const path of ['/at-once', '/soon'])
      expect((await fetch(origin + path)).headers.get('connection')).toBe('close');
  });
});

describe('a context', () => {
  it('gives its request id to the log, whatever else the line says of it', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = Logger.create({ service: 'example', level: 'info', destination });
    runInContext({ requestId: 'r1' }, () => logger.info('x', { requestId: 'r1' }));
    expect(lines.join('').match(/requestId/g)).toHaveLength(1);
  });
});
