import { type CollectedSpan, TraceCollector } from '@almanac/testing';
import { createHmac, randomBytes } from 'node:crypto';
import { type LocalDescription } from '../src/local-description';
import { eventually, LocalInstallation, type LocalRun } from './local-run';
import { createIntegration, Receiver } from './whole-path';

jest.setTimeout(240_000);

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function adminToken(adminKey: string): string {
  const [kid = '', secret = ''] = adminKey.split(':');
  const now = Math.floor(Date.now() / 1000);
  const content = `${base64url({ alg: 'HS256', typ: 'JWT', kid })}.${base64url({ iat: now, exp: now + 300, aud: '/v3/admin/' })}`;
  return `${content}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(content).digest('base64url')}`;
}

/** Calls the Admin API as a client that traces: its span is the root. */
async function post(local: LocalDescription, adminKey: string, path: string, body: object): Promise<string> {
  const traceId = randomBytes(16).toString('hex');
  const response = await fetch(`${local.adminApiUrl}/ghost/api/v3/admin/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Ghost ${adminToken(adminKey)}`,
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return traceId;
}

describe('traces', () => {
  let installation: LocalInstallation;
  let run: LocalRun;
  let local: LocalDescription;
  let collector: TraceCollector;
  let receiver: Receiver;

  beforeAll(async () => {
    collector = await TraceCollector.listen();
    receiver = await Receiver.listen();
    installation = await LocalInstallation.create();
    run = installation.start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, ['--empty']);
    local = await run.ready();
  });
  afterAll(async () => {
    run.kill('SIGINT');
    await run.end();
    await receiver.close();
    await collector.close();
    installation.remove();
  });

  const named = (spans: CollectedSpan[], service: string, name: string): CollectedSpan | undefined =>
    spans.find((span) => span.service === service && span.name === name);

  it('lead from the request over its statements, the outbox and the job to the receiver of the webhook', async () => {
    const { adminKey } = await createIntegration(local);
    await post(local, adminKey, 'webhooks/', { webhooks: [{ event: 'tag.added', target_url: receiver.url }] });
    const traceId = await post(local, adminKey, 'tags/', { tags: [{ name: 'Traced' }] });

    const arrival = await eventually(() => receiver.arrivals[0]);
    const spans = await eventually(() => {
      const all = collector.spansOf(traceId);
      return named(all, 'scheduler-worker', 'deliver webhook') &&
        named(all, 'admin-api', 'POST /ghost/api/v3/admin/tags')
        ? all
        : undefined;
    });
    const request = named(spans, 'admin-api', 'POST /ghost/api/v3/admin/tags');
    const statements = spans.filter(({ service, name }) => service === 'admin-api' && name.startsWith('pg.query'));
    expect(statements.length).toBeGreaterThan(1);
    expect(statements.map(({ parentSpanId }) => parentSpanId)).toContain(request?.spanId);
    expect(JSON.stringify(statements)).toContain('insert into publishing.outbox');
    expect(JSON.stringify(spans)).not.toContain('Traced');

    for (const name of ['relay outbox event', 'job deliver-webhook', 'deliver webhook'])
      expect([name, named(spans, 'scheduler-worker', name)?.parentSpanId]).toEqual([name, request?.spanId]);
    const delivery = named(spans, 'scheduler-worker', 'deliver webhook');
    expect(arrival.headers.traceparent).toBe(`00-${traceId}-${delivery?.spanId}-01`);
  });

  it('lead from a request to the mail it asks for', async () => {
    const traceId = randomBytes(16).toString('hex');
    await fetch(`${local.adminApiUrl}/members/api/send-magic-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', traceparent: `00-${traceId}-${'1'.repeat(16)}-01` },
      body: JSON.stringify({ email: 'reader@example.com', emailType: 'signup' }),
    });
    const mail = await eventually(() => named(collector.spansOf(traceId), 'scheduler-worker', 'send mail'));
    const job = await eventually(() => named(collector.spansOf(traceId), 'scheduler-worker', 'job send-mail'));
    expect(mail.parentSpanId).toBe(job.spanId);
    expect(JSON.stringify(collector.spansOf(traceId))).not.toContain('reader@example.com');
  });
});
