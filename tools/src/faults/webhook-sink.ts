import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { History } from './history';

/** The fields of a post webhook that the harness reads. */
interface Payload {
  post: { current: { id: string; published_at: string } };
}

/**
 * The receiver of all webhooks. It always runs, so the webhook of each outbox event must arrive. It writes each arrival into the history.
 */
export class WebhookSink {
  private constructor(private readonly server: Server) {}

  static async open(history: History): Promise<WebhookSink> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.once('end', () => {
        const { 'webhook-id': outboxEventId, 'webhook-event': event } = request.headers;
        history.write({ type: 'received', outboxEventId: String(outboxEventId), event: String(event), at: Date.now() });
        const { id, published_at } = (JSON.parse(Buffer.concat(chunks).toString()) as Payload).post.current;
        history.write({ type: 'reported-date', postId: id, by: 'a webhook', ms: Date.parse(published_at) });
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
