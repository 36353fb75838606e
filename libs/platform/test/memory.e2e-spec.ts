import { ServiceConfiguration } from '@almanac/validation';
import {
  type CanActivate,
  Controller,
  type ExecutionContext,
  ForbiddenException,
  Get,
  Injectable,
  Module,
  StreamableFile,
  UseGuards,
} from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createService, LargeLists, Logger } from '../src';
import { largeListSlots, Slots } from '../src/http/large-lists';
import { type HeapUse, MemoryPressure } from '../src/http/memory-pressure';

const MB = 1024 * 1024;
const slow: { end?: () => void } = {};

/** Admits large lists after the permission was checked, as the guards of the services do. */
@Injectable()
class ExampleGuard implements CanActivate {
  constructor(private readonly largeLists: LargeLists) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.headers.authorization === 'none') throw new ForbiddenException();
    await this.largeLists.admit(request, context.switchToHttp().getResponse<FastifyReply>());
    return true;
  }
}

@Controller('example')
@UseGuards(ExampleGuard)
class ExampleController {
  @Get()
  list(): object {
    return { rows: [] };
  }

  @Get('endless')
  endless(): StreamableFile {
    const chunk = Buffer.alloc(MB);
    return new StreamableFile(
      new Readable({
        read(): void {
          this.push(chunk);
        },
      }),
    );
  }

  @Get('slow')
  async slow(): Promise<object> {
    await new Promise<void>((resolve) => (slow.end = resolve));
    return { rows: [] };
  }
}

@Module({ controllers: [ExampleController] })
class ExampleModule {}

const lines: string[] = [];
const logger = Logger.create({
  service: 'example',
  level: 'warn',
  destination: { write: (line: string) => void lines.push(line) },
});

/** Allows other origins, and responds to preflight requests, as the services do. */
function configure(app: NestFastifyApplication): void {
  const fastify = app.getHttpAdapter().getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return done();
    void reply.status(204).send();
  });
}

/** Headers of `configure` and of the platform. */
const pageHeaders = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' };

async function createExample(memory: { memoryPressure?: MemoryPressure; largeLists?: LargeLists }) {
  const app = await createService(
    { name: 'example', configurationClass: ServiceConfiguration, module: () => ExampleModule, configure },
    new ServiceConfiguration(),
    { logger, ...memory },
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

describe('a service whose heap is nearly full', () => {
  let heap: HeapUse = { usedBytes: 0, limitBytes: 256 * MB };
  let now = 0;
  let app: NestFastifyApplication;
  const pressure = new MemoryPressure(
    logger,
    () => heap,
    () => now,
  );
  const statusOf = async (url: string): Promise<number> => (await app.inject({ url })).statusCode;

  beforeAll(async () => {
    app = await createExample({ memoryPressure: pressure });
  });
  beforeEach(() => {
    lines.splice(0);
    heap = { usedBytes: 100 * MB, limitBytes: 256 * MB };
    pressure.measure();
  });
  afterAll(() => app.close());

  it('answers new requests with 503 and Retry-After, and health and metrics as always', async () => {
    heap = { usedBytes: 200 * MB, limitBytes: 256 * MB };
    pressure.measure();
    const refused = await app.inject({ url: '/example' });
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(refused.headers).toMatchObject(pageHeaders);
    expect(refused.json()).toMatchObject({ errors: [{ message: expect.stringContaining('no memory left') }] });
    expect(await Promise.all(['/health/live', '/health/ready', '/metrics'].map(statusOf))).toEqual([200, 200, 200]);
  });

  it('logs once when it begins and once when it ends', () => {
    lines.splice(0);
    heap = { usedBytes: 200 * MB, limitBytes: 256 * MB };
    pressure.measure();
    pressure.measure();
    heap = { usedBytes: 90 * MB, limitBytes: 256 * MB };
    pressure.measure();
    pressure.measure();
    expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      'Heap nearly full; new requests are rejected.',
      'Heap has room again.',
    ]);
  });

  it('admits requests once a collection leaves room', async () => {
    heap = { usedBytes: 200 * MB, limitBytes: 256 * MB };
    pressure.measure();
    expect(await statusOf('/example')).toBe(503);
    heap = { usedBytes: 100 * MB, limitBytes: 256 * MB };
    pressure.measure();
    expect(await statusOf('/example')).toBe(200);
  });

  it('admits requests when no collection has run for a second, since refusing everything causes none', async () => {
    heap = { usedBytes: 200 * MB, limitBytes: 256 * MB };
    pressure.measure();
    expect(await statusOf('/example')).toBe(503);
    now += 1_001;
    expect(await statusOf('/example')).toBe(200);
  });
});

describe('large lists', () => {
  it('run as many at a time as the heap limit has room for, and at least one', async () => {
    const granted = async (heapLimit: number): Promise<number> => {
      const slots = largeListSlots(heapLimit);
      let count = 0;
      for (let index = 0; index < 20; index++) void slots.acquire().then((isGranted) => isGranted && (count += 1));
      await Promise.resolve();
      await Promise.resolve();
      return count;
    };
    expect(await granted(150 * MB)).toBe(1);
    expect(await granted(259 * MB)).toBe(1);
    expect(await granted(2_096 * MB)).toBe(8);
  });

  it('wait for a slot, and are answered 503 with Retry-After when none comes free in time', async () => {
    const app = await createExample({ largeLists: new LargeLists(new Slots(1, 50)) });
    const first = app.inject({ url: '/example/slow?limit=all' });
    while (!slow.end) await new Promise((resolve) => setImmediate(resolve));
    for (const query of ['limit=all', 'limit=101', 'limit=5&limit=all']) {
      const refused = await app.inject({ url: `/example?${query}` });
      expect([query, refused.statusCode, refused.headers['retry-after']]).toEqual([query, 503, '5']);
      expect(refused.headers).toMatchObject(pageHeaders);
    }
    expect((await app.inject({ method: 'OPTIONS', url: '/example?limit=all' })).statusCode).toBe(204);
    // A stranger neither waits nor takes a slot.
    const stranger = { url: '/example?limit=all', headers: { authorization: 'none' } };
    expect((await app.inject(stranger)).statusCode).toBe(403);
    for (const query of ['', 'limit=100', 'limit=15'])
      expect([query, (await app.inject({ url: `/example?${query}` })).statusCode]).toEqual([query, 200]);
    const waiting = app.inject({ url: '/example?limit=all' });
    slow.end();
    expect((await first).statusCode).toBe(200);
    expect((await waiting).statusCode).toBe(200);
    expect((await app.inject({ url: '/example?limit=all' })).statusCode).toBe(200);
    await app.close();
  });

  it('closes the connection of a client that does not read, and gives its slot to the next request', async () => {
    const app = await createExample({ largeLists: new LargeLists(new Slots(1, 5_000), 300) });
    await app.listen(0, '127.0.0.1');
    const { port } = app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => undefined);
    socket.write('GET /example/endless?limit=all HTTP/1.1\r\nHost: example\r\n\r\n');
    await once(socket, 'readable');
    expect(
      (await fetch(`http://127.0.0.1:${port}/example?limit=all`, { headers: { connection: 'close' } })).status,
    ).toBe(200);
    socket.destroy();
    await app.close();
  });
});
