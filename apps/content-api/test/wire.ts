import { once } from 'node:events';
import { createConnection } from 'node:net';

export interface WireReply {
  status: string;
  headers: string[];
  body: string;
}

/** Sends a GET request over a socket. The response has no values of `Date` and `X-Request-Id`; its headers are sorted. */
export async function wire(origin: string, path: string, headers: string[] = []): Promise<WireReply> {
  const { hostname, port } = new URL(origin);
  const socket = createConnection(Number(port), hostname);
  socket.write([`GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n'));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString('latin1').split('\r\n\r\n');
  const [status = '', ...lines] = head.split('\r\n');
  const names = lines.map((line) =>
    line.replace(/^(x-request-id|date): .*/i, '$1').replace(/^[^:]+/, (name) => name.toLowerCase()),
  );
  return { status, headers: names.sort(), body };
}
