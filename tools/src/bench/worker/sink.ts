import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';

/** One received webhook. */
export interface Arrival {
  path: string;
  outboxEventId: string;
  /** Milliseconds since 1970. */
  at: number;
}

type Behaviour = (response: ServerResponse) => void;

const badBehaviours: Behaviour[] = [
  // Never responds.
  () => undefined,
  (response) => void response.writeHead(500).end(),
  // Sends the headers, but no body.
  (response) => response.writeHead(200, { 'content-length': '10' }).flushHeaders(),
];

/** A receiver of webhooks: responds with 204, but for a path `/bad-<number>` it hangs or fails; the number selects how. */
export class Sink {
  /** The webhooks for other paths than `/bad-…`. */
  readonly arrivals: Arrival[] = [];
  private wanted = Infinity;
  private reached: () => void = () => undefined;

  private constructor(private readonly server: Server) {}

  static async open(): Promise<Sink> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    const sink = new Sink(server);
    server.on('request', (request, response) => sink.receive(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  /** Clears `arrivals`. Resolves after `count` further webhooks for other paths than `/bad-…`. */
  expect(count: number): Promise<void> {
    this.arrivals.length = 0;
    this.wanted = count;
    return new Promise((resolve) => (this.reached = resolve));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url ?? '';
    request.resume();
    request.once('end', () => {
      const bad = /^\/bad-(\d+)/.exec(path);
      if (bad) return badBehaviours[Number(bad[1]) % badBehaviours.length]?.(response);
      this.arrivals.push({ path, outboxEventId: String(request.headers['webhook-id']), at: Date.now() });
      response.writeHead(204).end();
      if (this.arrivals.length === this.wanted) this.reached();
      return undefined;
    });
  }
}
