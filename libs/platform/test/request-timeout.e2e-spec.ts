import { ServiceConfiguration } from '@almanac/validation';
import { Controller, Get, Module, Post, Req } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyRequest } from 'fastify';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type AddressInfo } from 'node:net';
import { allowUploadTime, createService, Logger } from '../src';

@Controller('example')
class ExampleController {
  @Get()
  read(): object {
    return { done: true };
  }

  @Post()
  write(): object {
    return { done: true };
  }

  @Post('upload')
  async upload(@Req() request: FastifyRequest): Promise<object> {
    allowUploadTime(request);
    request.raw.resume();
    if (!request.raw.complete) await once(request.raw, 'end');
    return { done: true };
  }
}

@Module({ controllers: [ExampleController] })
class ExampleModule {}

const lines: string[] = [];
const head = (lines: string[]): string => [...lines, '', ''].join('\r\n');
const json = ['Content-Type: application/json', 'Content-Length: 1000'];

/** Sends a request byte by byte until the server ends the connection. */
async function trickle(port: number, first: string): Promise<string> {
  const socket: Socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write(first);
  const timer = setInterval(() => socket.writable && socket.write(' '), 20);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return answer;
}

describe.each([
  ['without uploads', undefined],
  ['with uploads', 1_000],
])('a service %s', (_kind, uploadTimeoutMs) => {
  let app: NestFastifyApplication;
  let port: number;
  beforeAll(async () => {
    const logger = Logger.create({
      service: 'example',
      level: 'info',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const configuration = Object.assign(new ServiceConfiguration(), { nodeEnv: 'test', requestTimeoutMs: 300 });
    const options = {
      name: 'example',
      configurationClass: ServiceConfiguration,
      module: () => ExampleModule,
      uploadTimeoutMs,
    };
    app = await createService(options, configuration, { logger });
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  it.each([
    ['a JSON body', head(['POST /example HTTP/1.1', 'Host: x', ...json])],
    [
      'a body of unknown length',
      head(['POST /example HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Transfer-Encoding: chunked']) +
        '400\r\n',
    ],
    [
      'a form',
      head([
        'POST /example HTTP/1.1',
        'Host: x',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 1000',
      ]),
    ],
    ['a body to an unknown route', head(['POST /nowhere HTTP/1.1', 'Host: x', ...json])],
    [
      'an upload',
      head([
        'POST /example HTTP/1.1',
        'Host: x',
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 100000',
      ]),
    ],
    ['headers', 'POST /example HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    ['the body of a request that was answered', head(['GET /example HTTP/1.1', 'Host: x', ...json])],
  ])('ends a connection on which %s trickles', async (_what, first) => {
    // Without a limit this never ends, and the test times out.
    const answer = await trickle(port, first);
    expect(answer).toMatch(/^$|^HTTP\/1\.1 (408|404|415|200) /);
  });

  it('answers a request that arrives in time, and the next one on its connection', async () => {
    for (let n = 0; n < 2; n += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/example`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect(answer.status).toBe(201);
    }
  });

  it('logs none of it as an error', () => {
    expect(lines.filter((line) => /"level":"?(error|50)/.test(line))).toEqual([]);
  });
});

describe('a service with uploads that may take a minute', () => {
  let app: NestFastifyApplication;
  let port: number;
  beforeAll(async () => {
    const configuration = Object.assign(new ServiceConfiguration(), { nodeEnv: 'test', requestTimeoutMs: 300 });
    const options = {
      name: 'example',
      configurationClass: ServiceConfiguration,
      module: () => ExampleModule,
      uploadTimeoutMs: 60_000,
      configure: (service: NestFastifyApplication): void => {
        const fastify = service.getHttpAdapter().getInstance();
        fastify.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
      },
    };
    app = await createService(options, configuration);
    await app.listen(0, '127.0.0.1');
    port = (app.getHttpServer().address() as AddressInfo).port;
  });
  afterAll(() => app.close());

  const upload = (path: string, bytes: number): string =>
    head([
      `POST ${path} HTTP/1.1`,
      'Host: x',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${bytes}`,
    ]);

  it.each(['/example', '/nowhere'])('ends an upload that trickles to %s, which reads none', async (path) => {
    expect(await trickle(port, upload(path, 100_000))).toMatch(/^HTTP\/1\.1 (201|404|408) /);
  });

  it('waits for an upload to a route that reads it', async () => {
    const startedAt = performance.now();
    const socket = connect(port, '127.0.0.1');
    socket.write(upload('/example/upload', 40));
    // 40 bytes at one in 20 ms take longer than other bodies may.
    const timer = setInterval(() => socket.write(' '), 20);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    clearInterval(timer);
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 201 /);
    expect(performance.now() - startedAt).toBeGreaterThan(300);
  });
});
