import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Linux gives the ports from 32768 on to outgoing connections. One of these could take the port before the caller listens on it. */
const [FIRST_PORT, LAST_PORT] = [10_000, 32_767];
/** The ports that were tried in this process, so that it uses none twice. */
const triedPorts = new Set<number>();

async function canListen(port: number): Promise<boolean> {
  const server = createServer().listen(port, '0.0.0.0');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** The number of a random TCP port that is free now. */
export async function freePort(): Promise<number> {
  const port = randomInt(FIRST_PORT, LAST_PORT + 1);
  if (triedPorts.has(port)) return freePort();
  triedPorts.add(port);
  return (await canListen(port)) ? port : freePort();
}
