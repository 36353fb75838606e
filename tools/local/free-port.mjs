import { once } from 'node:events';
import { createServer } from 'node:net';

/** A TCP port that is free on 127.0.0.1. Another program can take it before the caller does. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return port;
}
