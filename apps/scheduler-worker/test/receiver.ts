import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One received request. */
export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Writes the response to a request. */
export type Responder = (request: Received, response: ServerResponse) => void;

const accept: Responder = (_request, response) => void response.writeHead(204).end();

/** An HTTP server on loopback that records webhooks. It responds 204, or by the responder of the path. */
export class Receiver {
  readonly received: Received[] = [];
  private readonly responders = new Map<string, Responder>();

  private constructor(private readonly server: ReturnType<typeof createServer>) {}

  static async open(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => void receiver.record(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Sets the responder of a path. */
  respond(path: string, responder: Responder): void {
    this.responders.set(path, responder);
  }

  /** The requests to a path, oldest first. */
  at(path: string): Received[] {
    return this.received.filter((request) => request.path === path);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async record(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const received = {
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    this.received.push(received);
    (this.responders.get(received.path) ?? accept)(received, response);
  }
}
