import { ServiceConfiguration } from '@almanac/validation';
import { Module } from '@nestjs/common';
import { type NestFastifyApplication } from '@nestjs/platform-fastify';
import { request } from 'node:http';
import { createService, Logger } from '../src';

@Module({})
class ExampleModule {}

describe('a service with ALLOWED_HOSTS', () => {
  let app: NestFastifyApplication;
  let port: number;

  async function start(allowedHosts: string[]): Promise<void> {
    app = await createService(
      { name: 'example', configurationClass: ServiceConfiguration, module: () => ExampleModule },
      Object.assign(new ServiceConfiguration(), { allowedHosts }),
      { logger: Logger.create({ service: 'example', level: 'silent' }) },
    );
    await app.listen(0, '127.0.0.1');
    port = Number(new URL(await app.getUrl()).port);
  }
  afterEach(() => app.close());

  const statusFor = (host: string, path = '/metrics'): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const probe = request({ host: '127.0.0.1', port, path, headers: { host }, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      probe.once('error', reject).end();
    });

  it('serves the named hosts, with any port and in any letter case', async () => {
    await start(['localhost', '127.0.0.1', '[::1]']);
    for (const host of ['localhost', 'LOCALHOST:4002', 'localhost.:80', '127.0.0.1:1', '[::1]:4002', '[::1]'])
      expect([host, await statusFor(host)]).toEqual([host, 200]);
  });

  it('refuses other hosts with 421 before routing', async () => {
    await start(['localhost', '127.0.0.1', '[::1]']);
    const others = [
      'evil.example',
      'evil.example:4002',
      'localhost.evil.example',
      'evil-localhost',
      'localhost@evil.example',
      '127.0.0.1.nip.io',
      'evil.example:80localhost',
      'evil.example, localhost',
      '0.0.0.0',
      '[::]',
    ];
    for (const host of others)
      for (const path of ['/metrics', '/nowhere', '/%zz'])
        expect([host, path, await statusFor(host, path)]).toEqual([host, path, 421]);
  });

  it('serves probes for every host', async () => {
    await start(['localhost']);
    expect(await statusFor('10.1.2.3:8080', '/health/live')).toBe(200);
    expect(await statusFor('10.1.2.3:8080', '/healthy')).toBe(421);
  });

  it('serves every host while the list is empty', async () => {
    await start([]);
    expect(await statusFor('blog.example')).toBe(200);
  });
});
