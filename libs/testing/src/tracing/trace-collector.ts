import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** A span in the JSON format of OTLP over HTTP, and the service that sent it. */
export interface CollectedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: { stringValue?: string } }[];
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** An OTLP collector on loopback that stores all received spans. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** The bodies of the received requests. */
  private readonly received: string[] = [];

  private constructor(private readonly server: Server) {}

  /** Starts a collector on a free port. */
  static async listen(): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        collector.store(Buffer.concat(chunks).toString());
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    const collector = new TraceCollector(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The bodies of all received requests, which are JSON, joined without a separator. */
  text(): string {
    return this.received.join('');
  }

  /** The spans of one trace. */
  spansOf(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private store(text: string): void {
    this.received.push(text);
    const { resourceSpans } = JSON.parse(text) as ExportRequest;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}
