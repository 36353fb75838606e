import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An OTLP collector that keeps what it is sent. */
export interface TraceCollector {
  endpoint: string;
  /** Everything that arrived, as JSON text. */
  text(): string;
  close(): Promise<void>;
}

/** Starts a collector on a free port of the loopback address. */
export async function startTraceCollector(): Promise<TraceCollector> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    request.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk));
    request.on('end', () => response.end('{}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => received.join(''),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
