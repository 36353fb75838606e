import { ServiceConfiguration } from '@almanac/validation';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createService } from '../src';

@Controller('example')
class ExampleController {
  @Post()
  write(@Body() body: object): object {
    return body;
  }
}

@Module({ controllers: [ExampleController] })
class ExampleModule {}

const LIMIT = 1_000;
const CHUNK = `400\r\n${'x'.repeat(0x400)}\r\n`;
const head = (lines: string[]): string =>
  ['POST /example HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...lines, '', ''].join('\r\n');

describe('a body that is too large', () => {
  let app: NestFastifyApplication;
  let socket: Socket;
  beforeEach(async () => {
    const configuration = Object.assign(new ServiceConfiguration(), { nodeEnv: 'test', bodyLimitBytes: LIMIT });
    const options = { name: 'example', configurationClass: ServiceConfiguration, module: () => ExampleModule };
    app = await createService(options, configuration);
    await app.listen(0, '127.0.0.1');
    socket = connect((app.getHttpServer().address() as AddressInfo).port, '127.0.0.1');
  });
  afterEach(async () => {
    socket.destroy();
    await app.close();
  });

  async function responseTo(content: string): Promise<string> {
    socket.write(content);
    const [response] = (await once(socket, 'data')) as [Buffer];
    return response.toString();
  }

  it.each([
    ['known', head([`Content-Length: ${LIMIT + 1}`]), 'x'.repeat(LIMIT + 1)],
    ['unknown', head(['Transfer-Encoding: chunked']) + CHUNK, `${CHUNK}0\r\n\r\n`],
  ])('of %s length can be sent to its end, and the next request gets its response', async (_length, first, rest) => {
    expect(await responseTo(first)).toMatch(/^HTTP\/1\.1 413 (?!.*connection: close)/is);
    socket.write(rest);
    expect(await responseTo(`${head(['Content-Length: 7'])}{"a":1}`)).toMatch(/^HTTP\/1\.1 201 [^]*\{"a":1\}$/);
  });
});
