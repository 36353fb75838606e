import { ServiceConfiguration } from '@almanac/validation';
import { Controller, Get, Module } from '@nestjs/common';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { createService, inSpan, Logger, startTracing } from '../src';

interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

@Controller('traced')
class TracedController {
  @Get(':id')
  async get(): Promise<object> {
    return inSpan('work inside', { attributes: { 'work.size': 1 } }, () => Promise.resolve({ ok: true }));
  }
}

@Module({ controllers: [TracedController] })
class TracedModule {}

describe('tracing', () => {
  const spans: ExportedSpan[] = [];
  let collector: Server;

  beforeAll(async () => {
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString());
        spans.push(
          ...body.resourceSpans.flatMap((resource: { scopeSpans: { spans: ExportedSpan[] }[] }) =>
            resource.scopeSpans.flatMap((scope) => scope.spans),
          ),
        );
        response.end('{}');
      });
    });
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => collector.close());

  it('sends the span of a request, a child of the caller’s, named by its route, with the work inside it', async () => {
    const stop = await startTracing({
      service: 'traced',
      endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    });
    const logger = Logger.create({ service: 'traced', level: 'silent' });
    const app = await createService(
      { name: 'traced', configurationClass: ServiceConfiguration, module: () => TracedModule },
      new ServiceConfiguration(),
      { logger },
    );
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const caller = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
    await app.inject({
      url: '/traced/secret-id',
      headers: { traceparent: `00-${caller.traceId}-${caller.spanId}-01` },
    });
    await app.close();
    await stop();
    const request = spans.find(({ name }) => name === 'GET /traced/:id');
    expect(request).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
    expect(spans.find(({ name }) => name === 'work inside')).toMatchObject({ parentSpanId: request?.spanId });
    expect(JSON.stringify(spans)).not.toContain('secret-id');
  });

  it('stops, and reports the loss, if the collector cannot be reached', async () => {
    const unreachable = createServer();
    await new Promise<void>((resolve) => unreachable.listen(0, '127.0.0.1', resolve));
    const endpoint = `http://127.0.0.1:${(unreachable.address() as AddressInfo).port}`;
    await new Promise((resolve) => unreachable.close(resolve));
    const losses: unknown[] = [];
    const stop = await startTracing({ service: 'traced', endpoint, onSpansLost: (error) => losses.push(error) });
    await inSpan('lost work', {}, () => Promise.resolve());
    await stop();
    expect(losses).toEqual([expect.objectContaining({ code: 'ECONNREFUSED' })]);
  });
});
