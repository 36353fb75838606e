import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from './local-run';

/** Whether `npm start` regards a port as free while a server listens on it at a host. */
async function isFree(host: string): Promise<boolean> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const module = pathToFileURL(join(ROOT, 'tools/local/processes.mjs')).href;
  const code = `const { canListen } = await import(${JSON.stringify(module)}); process.exit((await canListen(${port})) ? 0 : 9);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  await new Promise((resolve) => server.close(resolve));
  if (status !== 0 && status !== 9) throw new Error(stderr);
  return status === 0;
}

const HAS_IPV6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));

describe('a port of the local run', () => {
  it('is not free while a server listens on 127.0.0.1', async () => expect(await isFree('127.0.0.1')).toBe(false));

  (HAS_IPV6 ? it : it.skip)('is not free while a development server listens on ::1 only', async () =>
    expect(await isFree('::1')).toBe(false),
  );
});
