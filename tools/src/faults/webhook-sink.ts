import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { History } from './history';

/** The receiver of all webhooks; always up, so that every committed event owes it a delivery. */
export class WebhookSink {
  private constructor(private readonly server: Server) {}

  static async open(history: History): Promise<WebhookSink> {
    const server = createServer((request, response) => {
      request.resume();
      request.once('end', () => {
        const { 'webhook-id': factId, 'webhook-event': event } = request.headers;
        history.write({ type: 'received', factId: String(factId), event: String(event), at: Date.now() });
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new WebhookSink(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
