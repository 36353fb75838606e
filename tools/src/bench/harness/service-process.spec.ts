import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServiceProcess } from './service-process';

const SERVICE = `require('node:http').createServer((_, response) => response.end()).listen(process.env.PORT, '127.0.0.1')`;

describe('ServiceProcess', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-service-process-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function script(name: string, source: string): string {
    const path = join(folder, name);
    writeFileSync(path, source);
    return path;
  }

  it('stops a process, also one that has already ended', async () => {
    const service = await ServiceProcess.start(script('service.js', SERVICE), {});
    await service.stop();
    expect(() => process.kill(service.pid, 0)).toThrow(/ESRCH/);
    await service.stop();
  });

  it.each([
    ['exits', 'process.exit(1)'],
    ['is killed', "process.kill(process.pid, 'SIGKILL')"],
  ])('rejects at once when the process %s before it is ready', async (_, source) => {
    await expect(ServiceProcess.start(script('broken.js', source), {})).rejects.toThrow(/did not become ready/);
  });
});
