import { ServiceConfiguration } from '@almanac/validation';
import { Controller, Get, Module, Res, StreamableFile } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { createService } from '../src';

const rows = { read: 0, isEnded: false };

/** Rows without end, like a long list that is read with a cursor. */
async function* endless(): AsyncGenerator<string> {
  try {
    for (;;) {
      await nextTurn();
      rows.read += 1;
      yield 'x'.repeat(10_000);
    }
  } finally {
    rows.isEnded = true;
  }
}

@Controller('example')
class ExampleController {
  @Get('file')
  file(): StreamableFile {
    return new StreamableFile(Readable.from(endless()), { type: 'application/json' });
  }

  @Get('stream')
  async stream(@Res() reply: FastifyReply): Promise<void> {
    await reply.type('application/json').send(Readable.from(endless()));
  }
}

@Module({ controllers: [ExampleController] })
class ExampleModule {}

describe('a response to HEAD', () => {
  let app: NestFastifyApplication;
  let url: string;
  beforeAll(async () => {
    const configuration = Object.assign(new ServiceConfiguration(), { nodeEnv: 'test' });
    const options = { name: 'example', configurationClass: ServiceConfiguration, module: () => ExampleModule };
    app = await createService(options, configuration);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(() => app.close());

  it.each([
    ['file', 'identity'],
    ['file', 'br'],
    ['stream', 'identity'],
    ['stream', 'gzip'],
  ])('has the headers of GET, and the rest of the %s in %s is not read', async (path, encoding) => {
    Object.assign(rows, { read: 0, isEnded: false });
    const headers = { 'accept-encoding': encoding };
    const response = await fetch(`${url}/example/${path}`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(response.headers.get('content-length')).toBeNull();
    const { read } = rows;
    // A generator that is still read would yield a row in each turn of the event loop.
    for (let turn = 0; turn < 50; turn += 1) await nextTurn();
    expect(rows.read).toBeLessThanOrEqual(read + 1);
    expect(rows.isEnded || rows.read === 0).toBe(true);
  });
});
