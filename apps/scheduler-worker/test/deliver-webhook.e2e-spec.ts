import { Webhook, type WebhookAttempt, WebhookDelivery } from '@almanac/entities';
import { JobQueues } from '@almanac/jobs';
import { type Actor, type PublishingContext, ReplaysService, TestDeliveriesService } from '@almanac/publishing';
import { createHmac } from 'node:crypto';
import { JobProducer } from '../src/relay-outbox/job-producer';
import type { ServerResponse } from 'node:http';
import { Client } from 'pg';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { engines, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const SECRET = 'a secret of the receiver';
const owner: Actor = { kind: 'user', id: '1', role: 'Owner' };

describe.each(engines('webhook delivery'))('webhooks over %s', (engine) => {
  let worker: WorkerUnderTest;

  beforeAll(async () => {
    worker = await startWorker(engine);
  });
  afterAll(() => worker.close());
  beforeEach(() => worker.publishing.query('delete from publishing.webhooks'));

  const attemptsOf = async (deliveryId: string): Promise<WebhookAttempt[]> =>
    worker.publishing.manager.find<WebhookAttempt>('WebhookAttempt', {
      where: { deliveryId },
      order: { attempt: 'ASC' },
    });
  const reload = ({ id }: Webhook): Promise<Webhook> => worker.publishing.manager.findOneByOrFail(Webhook, { id });

  async function settled(webhook: Webhook, outboxEventId: string, attempts = 1) {
    await until(async () => {
      const [row] = await worker.publishing.query(
        'select attempt_count from publishing.webhook_deliveries where webhook_id = $1 and fact_id = $2',
        [webhook.id, outboxEventId],
      );
      return row?.attempt_count >= attempts;
    });
    return worker.deliveryOf(webhook, outboxEventId);
  }

  const publishingContext = (): PublishingContext => ({
    dataSource: worker.publishing,
    siteUrl: 'https://site.example',
    clock: { now: () => new Date() },
    encryptionKey: 'k'.repeat(32),
  });
  const replay = (webhook: Webhook, deliveryId: string): Promise<void> =>
    new ReplaysService(publishingContext()).replayOne(owner, webhook.id, deliveryId);

  /** Milliseconds from the end of the first attempt to the next one, as logged. */
  async function pauseAfterFirstAttempt(deliveryId: string): Promise<number> {
    const line = worker.logLines().find(({ deliveryId: logged }) => logged === deliveryId);
    const [attempt] = await attemptsOf(deliveryId);
    return Date.parse(String(line?.nextAttemptAt)) - (attempt?.startedAt.getTime() ?? 0) - (attempt?.durationMs ?? 0);
  }

  async function makeDue(deliveryId: string): Promise<void> {
    await worker.publishing.query('update publishing.webhook_deliveries set next_attempt_at = now() where id = $1', [
      deliveryId,
    ]);
  }

  it('sends an event to its subscribed webhooks only, with both signatures', async () => {
    const webhook = await worker.addWebhook('/signed', { secret: SECRET });
    await worker.addWebhook('/other', { event: 'tag.deleted' });
    const [outboxEventId = ''] = await worker.record({ revision: 7, requestId: 'the-request' });
    const delivery = await settled(webhook, outboxEventId);
    expect(delivery).toMatchObject({ status: 'delivered', attemptCount: 1, nextAttemptAt: null });
    const [received] = worker.receiver.at('/signed');
    if (!received) throw new Error('Nothing was received.');
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': outboxEventId,
      'x-request-id': 'the-request',
    });
    const verified = new StandardWebhook(SECRET, { format: 'raw' }).verify(
      received.body,
      received.headers as Record<string, string>,
    );
    expect(verified).toMatchObject({ tag: { current: { name: 'News', slug: 'news' }, previous: {}, sequence: 7 } });
    const [, digest, time] = /^sha256=(\w+), t=(\d+)$/.exec(String(received.headers['x-ghost-signature'])) ?? [];
    expect(createHmac('sha256', SECRET).update(`${received.body}${time}`).digest('hex')).toBe(digest);
    expect(worker.receiver.at('/other')).toEqual([]);
    expect(await reload(webhook)).toMatchObject({ lastTriggeredStatus: '204', lastTriggeredError: null });
  });

  it('logs every attempt with status, error and the first 20 kB of the response', async () => {
    worker.receiver.respond('/log', (_request, response) => void response.writeHead(500).end('x'.repeat(70_000)));
    const webhook = await worker.addWebhook('/log');
    const [outboxEventId = ''] = await worker.record({});
    const { id } = await settled(webhook, outboxEventId);
    const [attempt] = await attemptsOf(id);
    expect(attempt).toMatchObject({
      attempt: 1,
      responseStatus: 500,
      isReplay: false,
      error: 'The receiver responded 500.',
    });
    expect(attempt?.responseBody).toBe('x'.repeat(20_000));
  });

  it('logs the sent headers of every attempt and the first 20 kB of its body', async () => {
    const webhook = await worker.addWebhook('/sent', { secret: SECRET });
    const long = { current: { id: '1', name: 'n'.repeat(30_000), slug: 'n' }, previous: {} };
    const ids = await worker.record({}, { payload: long });
    for (const [index, outboxEventId] of ids.entries()) {
      const { id } = await settled(webhook, outboxEventId);
      const [attempt] = await attemptsOf(id);
      const received = worker.receiver.at('/sent').find(({ headers }) => headers['webhook-id'] === outboxEventId);
      expect(received?.headers).toMatchObject(attempt?.requestHeaders ?? { missing: true });
      expect(Object.keys(attempt?.requestHeaders ?? {})).toContain('webhook-signature');
      expect(attempt?.requestBody).toBe(received?.body.slice(0, 20_000));
      expect(attempt?.requestBody).toHaveLength(index === 0 ? (received?.body.length ?? 0) : 20_000);
    }
  });

  it('sends a batch whose bodies have more bytes than the cache of bodies', async () => {
    const webhook = await worker.addWebhook('/large');
    const payload = { current: { id: '1', name: 'n'.repeat(2_000_000), slug: 'n' }, previous: {} };
    const ids = await worker.record(...Array.from({ length: 12 }, () => ({ payload })));
    await until(() => worker.receiver.at('/large').length >= ids.length);
    for (const outboxEventId of ids)
      expect(await settled(webhook, outboxEventId)).toMatchObject({ status: 'delivered' });
    expect(worker.logLines().filter(({ job }) => job === 'deliver-webhook')).toEqual([]);
  });

  it('reads the bodies of a long backlog in small parts, shortly before they are sent', async () => {
    const statements = jest.spyOn(Client.prototype, 'query');
    /** The numbers of events that the statements read for bodies. */
    const read = (): number[] =>
      statements.mock.calls.flatMap((call: unknown[]) => {
        const [text, values] = call;
        const isRead = typeof text === 'string' && /payload.* from publishing.outbox where id = any/s.test(text);
        return isRead && Array.isArray(values) && Array.isArray(values[0]) ? [values[0].length] : [];
      });
    const readCount = (): number => read().reduce((sum, count) => sum + count, 0);
    const responses: ServerResponse[] = [];
    let isHeld = true;
    worker.receiver.respond('/backlog', (_request, response) => {
      if (isHeld) responses.push(response);
      else response.end();
    });
    const webhook = await worker.addWebhook('/backlog');
    const ids = await worker.record(...Array.from({ length: 200 }, () => ({})));
    await until(() => responses.length === 10);
    const delivered = async (): Promise<number> => {
      const [row] = await worker.publishing.query<{ n: number }[]>(
        `select count(*)::int as n from publishing.webhook_deliveries where webhook_id = $1 and status = 'delivered'`,
        [webhook.id],
      );
      return row?.n ?? 0;
    };
    expect(readCount()).toBeLessThanOrEqual(60);
    isHeld = false;
    for (const response of responses) response.end();
    await until(async () => (await delivered()) === ids.length);
    expect(Math.max(...read())).toBeLessThanOrEqual(20);
    expect(readCount()).toBeGreaterThanOrEqual(ids.length);
    statements.mockRestore();
  });

  it('writes a log line for each failed attempt', async () => {
    worker.receiver.respond('/logged', (_request, response) => void response.writeHead(500).end());
    const webhook = await worker.addWebhook('/logged');
    const fine = await worker.addWebhook('/logged-not');
    const [outboxEventId = ''] = await worker.record({ requestId: 'the-request' });
    const { id } = await settled(webhook, outboxEventId);
    await settled(fine, outboxEventId);
    const lines = worker.logLines().filter(({ msg }) => msg === 'Webhook attempt failed.');
    expect(lines.filter(({ webhookId }) => webhookId === fine.id)).toEqual([]);
    expect(lines.filter(({ webhookId }) => webhookId === webhook.id)).toEqual([
      expect.objectContaining({
        level: 'warn',
        deliveryId: id,
        eventId: outboxEventId,
        event: 'tag.added',
        attempt: 1,
        status: 500,
        reason: 'The receiver responded 500.',
        requestId: 'the-request',
        nextAttemptAt: expect.stringMatching(/^\d{4}-.*Z$/),
      }),
    ]);
  });

  it('retries after a failure by the schedule; a success resets the endpoint', async () => {
    let status = 503;
    worker.receiver.respond('/again', (_request, response) => void response.writeHead(status).end());
    const webhook = await worker.addWebhook('/again');
    const [outboxEventId = ''] = await worker.record({});
    const failed = await settled(webhook, outboxEventId);
    expect(failed.status).toBe('pending');
    const pause = await pauseAfterFirstAttempt(failed.id);
    expect(pause).toBeGreaterThanOrEqual(4_000);
    expect(pause).toBeLessThanOrEqual(6_000);
    expect((await reload(webhook)).failingSinceAt).not.toBeNull();
    status = 200;
    await makeDue(failed.id);
    expect(await settled(webhook, outboxEventId, 2)).toMatchObject({ status: 'delivered', attemptCount: 2 });
    expect(await reload(webhook)).toMatchObject({ failingSinceAt: null, lastTriggeredStatus: '200' });
    const ids = worker.receiver.at('/again').map(({ headers }) => headers['webhook-id']);
    expect(ids).toEqual([outboxEventId, outboxEventId]);
  });

  it('waits as long as Retry-After says', async () => {
    worker.receiver.respond('/later', (_request, response) => {
      response.writeHead(429, { 'retry-after': '3600' }).end();
    });
    const webhook = await worker.addWebhook('/later');
    const [outboxEventId = ''] = await worker.record({});
    const { id } = await settled(webhook, outboxEventId);
    expect(await pauseAfterFirstAttempt(id)).toBe(3_600_000);
  });

  it('does not follow a redirect', async () => {
    worker.receiver.respond('/moved', (_request, response) => {
      response.writeHead(302, { location: worker.receiver.url('/elsewhere') }).end();
    });
    const webhook = await worker.addWebhook('/moved');
    const [outboxEventId = ''] = await worker.record({});
    const { id, status } = await settled(webhook, outboxEventId);
    expect(status).toBe('pending');
    expect(await attemptsOf(id)).toMatchObject([{ responseStatus: 302, error: 'Redirects are not followed.' }]);
    expect(worker.receiver.at('/elsewhere')).toEqual([]);
  });

  it('disables a webhook after 410 Gone, with the reason in its row', async () => {
    worker.receiver.respond('/gone', (_request, response) => void response.writeHead(410).end());
    const webhook = await worker.addWebhook('/gone');
    const [outboxEventId = ''] = await worker.record({});
    expect(await settled(webhook, outboxEventId)).toMatchObject({ status: 'discarded', nextAttemptAt: null });
    const disabled = await reload(webhook);
    expect(disabled).toMatchObject({ status: 'disabled', disabledReason: 'The receiver responded 410 Gone.' });
    expect(disabled.disabledAt).not.toBeNull();
    const [next = ''] = await worker.record({});
    const other = await worker.addWebhook('/still-there');
    const [last = ''] = await worker.record({});
    await settled(other, last);
    await expect(worker.deliveryOf(webhook, next)).rejects.toThrow();
  });

  it('discards a delivery whose attempt fails after its webhook was disabled', async () => {
    const responses: ServerResponse[] = [];
    worker.receiver.respond('/gone-meanwhile', (_request, response) => void responses.push(response));
    const webhook = await worker.addWebhook('/gone-meanwhile');
    const outboxEventIds = await worker.record({}, {});
    await until(() => Promise.resolve(responses.length === 2));
    const [gone, late] = responses;
    gone?.writeHead(410).end();
    await until(async () => (await reload(webhook)).status === 'disabled');
    late?.writeHead(500).end();
    for (const outboxEventId of outboxEventIds)
      expect(await settled(webhook, outboxEventId)).toMatchObject({ status: 'discarded', nextAttemptAt: null });
  });

  it('disables a webhook after five days of failures', async () => {
    worker.receiver.respond('/dead', (_request, response) => void response.writeHead(500).end());
    const webhook = await worker.addWebhook('/dead', {
      failingSinceAt: new Date(Date.now() - 5 * 24 * 3_600_000 - 1_000),
    });
    const young = await worker.addWebhook('/dead?young', { failingSinceAt: new Date(Date.now() - 4 * 24 * 3_600_000) });
    const [outboxEventId = ''] = await worker.record({});
    expect(await settled(webhook, outboxEventId)).toMatchObject({ status: 'discarded' });
    expect(await reload(webhook)).toMatchObject({
      status: 'disabled',
      disabledReason: 'Every attempt failed for five days.',
    });
    await settled(young, outboxEventId);
    expect(await reload(young)).toMatchObject({ status: 'available' });
  });

  it('discards a delivery after the last attempt of the schedule', async () => {
    worker.receiver.respond('/never', (_request, response) => void response.writeHead(500).end());
    const webhook = await worker.addWebhook('/never');
    const [outboxEventId = ''] = await worker.record({});
    const { id } = await settled(webhook, outboxEventId);
    await worker.publishing.query('update publishing.webhook_deliveries set attempt_count = 9 where id = $1', [id]);
    await makeDue(id);
    expect(await settled(webhook, outboxEventId, 10)).toMatchObject({ status: 'discarded', attemptCount: 10 });
  });

  it('replays a delivery under the same id', async () => {
    const webhook = await worker.addWebhook('/replayed');
    const [outboxEventId = ''] = await worker.record({});
    const { id } = await settled(webhook, outboxEventId);
    await replay(webhook, id);
    expect(await settled(webhook, outboxEventId, 2)).toMatchObject({ status: 'delivered' });
    expect((await attemptsOf(id)).map(({ isReplay }) => isReplay)).toEqual([false, true]);
    expect(worker.receiver.at('/replayed').map(({ headers }) => headers['webhook-id'])).toEqual([
      outboxEventId,
      outboxEventId,
    ]);
  });

  it('replays a delivery whose replay is requested during an attempt', async () => {
    const webhook = await worker.addWebhook('/during');
    let requested: Promise<void> | undefined;
    worker.receiver.respond('/during', async (_request, response) => {
      requested ??= worker.publishing
        .query<{ id: string }[]>('select id from publishing.webhook_deliveries where webhook_id = $1', [webhook.id])
        .then(([delivery]) => replay(webhook, delivery?.id ?? ''));
      await requested;
      response.end();
    });
    const [outboxEventId = ''] = await worker.record({});
    const { id } = await settled(webhook, outboxEventId, 2);
    expect((await attemptsOf(id)).map(({ isReplay }) => isReplay)).toEqual([false, true]);
  });

  it('restarts the retry schedule for a replay, also of a discarded delivery', async () => {
    worker.receiver.respond('/given-up', (_request, response) => void response.writeHead(500).end());
    const webhook = await worker.addWebhook('/given-up');
    const [outboxEventId = ''] = await worker.record({});
    const { id } = await settled(webhook, outboxEventId);
    await worker.publishing.query(
      `update publishing.webhook_deliveries set attempt_count = 10, status = 'discarded', next_attempt_at = null
       where id = $1`,
      [id],
    );
    await replay(webhook, id);
    const again = await settled(webhook, outboxEventId, 11);
    expect(again).toMatchObject({ status: 'pending', attemptCount: 11 });
    expect((await attemptsOf(id)).map(({ attempt, isReplay }) => [attempt, isReplay])).toEqual([
      [1, false],
      [11, true],
    ]);
  });

  it.each([
    ['post.published', 'canary', 'post'],
    ['page.deleted', 'v2', 'page'],
    ['tag.edited', 'v3', 'tag'],
    ['member.added', 'v3', 'member'],
    ['calendar.event.created', 'v3', 'event'],
    ['calendar.event.cancelled', 'v3', 'event'],
    ['calendar.occurrence.cancelled', 'v3', 'occurrence'],
  ] as const)('sends a test of %s once, with webhook-test, and never retries it', async (event, apiVersion, noun) => {
    worker.receiver.respond(`/test-${event}`, (_request, response) => void response.writeHead(500).end());
    const webhook = await worker.addWebhook(`/test-${event}`, { event, apiVersion, secret: SECRET });
    await worker.addWebhook(`/not-tested-${event}`, { event });
    const deliveryId = await new TestDeliveriesService(publishingContext()).send(owner, webhook.id);
    await until(async () => (await attemptsOf(deliveryId)).length === 1);
    const delivery = await worker.publishing.manager.findOneByOrFail(WebhookDelivery, { id: deliveryId });
    expect(delivery).toMatchObject({ status: 'discarded', nextAttemptAt: null, isTest: true, attemptCount: 1 });
    const [received] = worker.receiver.at(`/test-${event}`);
    expect(received?.headers).toMatchObject({ 'webhook-test': 'true', 'webhook-event': event });
    const body = JSON.parse(received?.body ?? '{}');
    const subject = event.endsWith('.deleted') ? body[noun].previous : body[noun].current;
    expect(subject).toMatchObject({ id: expect.stringMatching(/^0{24}(?:_|$)/) });
    if (event.startsWith('calendar.'))
      expect(subject.status).toBe(event.endsWith('.cancelled') ? 'cancelled' : 'confirmed');
    const { from, to } = { from: new Date(Date.now() - 60_000), to: new Date(Date.now() + 60_000) };
    const other = await worker.addWebhook(`/late-${event}`, { event });
    expect(await new ReplaysService(publishingContext()).replayRange(owner, other.id, { from, to })).toBe(0);
    expect(worker.receiver.at(`/not-tested-${event}`)).toEqual([]);
  });

  it('signs with the old secret beside the new one until it expires', async () => {
    const rotated = { secret: 'the new secret', previousSecret: SECRET };
    const inside = await worker.addWebhook('/rotating', {
      ...rotated,
      previousSecretExpiresAt: new Date(Date.now() + 60_000),
    });
    const outside = await worker.addWebhook('/rotated', {
      ...rotated,
      previousSecretExpiresAt: new Date(Date.now() - 1_000),
    });
    const [outboxEventId = ''] = await worker.record({});
    await settled(inside, outboxEventId);
    await settled(outside, outboxEventId);
    const verify = (path: string, with_: string): unknown => {
      const [received] = worker.receiver.at(path);
      return new StandardWebhook(with_, { format: 'raw' }).verify(
        received?.body ?? '',
        (received?.headers ?? {}) as Record<string, string>,
      );
    };
    expect(verify('/rotating', 'the new secret')).toBeDefined();
    expect(verify('/rotating', SECRET)).toBeDefined();
    expect(verify('/rotated', 'the new secret')).toBeDefined();
    expect(() => verify('/rotated', SECRET)).toThrow('No matching signature');
  });

  it('delivers to a healthy endpoint while others never respond', async () => {
    worker.receiver.respond('/hangs', () => undefined);
    worker.receiver.respond('/hangs-after-headers', (_request, response) => response.writeHead(200).flushHeaders());
    await worker.addWebhook('/hangs');
    await worker.addWebhook('/hangs-after-headers');
    const healthy = await worker.addWebhook('/healthy');
    const outboxEvents = await worker.record(...Array.from({ length: 50 }, () => ({})));
    await until(() => worker.receiver.at('/healthy').length === outboxEvents.length);
    expect(worker.receiver.at('/hangs').length).toBeLessThanOrEqual(10);
    expect(await settled(healthy, outboxEvents.at(-1) ?? '')).toMatchObject({ status: 'delivered' });
  });

  it('adds one job for a failing endpoint, however long the job waits', async () => {
    const queue = worker.app
      .get(JobQueues)
      .all()
      .find(({ name }) => name === 'retry-webhook');
    await queue?.pause();
    const webhook = await worker.addWebhook('/waits-for-its-turn', { failingSinceAt: new Date() });
    const [outboxEventId = ''] = await worker.record({});
    // BullMQ counts no waiting jobs of a paused queue on PostgreSQL.
    const waiting = async (): Promise<unknown> => (await queue?.getJobs(['waiting']))?.length;
    await until(async () => (await waiting()) === 1);
    // As sweeps in different seconds do.
    const producer = worker.app.get(JobProducer);
    for (const key of ['sweep-1', 'sweep-2']) {
      await producer.notifyEndpoints([{ webhookId: webhook.id, isFailing: true }], key);
    }
    expect(await waiting()).toBe(1);
    await queue?.resume();
    expect(await settled(webhook, outboxEventId)).toMatchObject({ status: 'delivered' });
  });

  it.each([
    ['v2', undefined],
    ['v3', undefined],
    ['v5', 'v5.130'],
    ['canary', 'v3.0'],
  ])('sends a webhook in %s with the Content-Version %s', async (apiVersion, release) => {
    const webhook = await worker.addWebhook(`/release-${apiVersion}`, { apiVersion });
    const [outboxEventId = ''] = await worker.record({});
    await settled(webhook, outboxEventId);
    expect(worker.receiver.at(`/release-${apiVersion}`)[0]?.headers['content-version']).toBe(release);
  });

  it('renders the payload in the API version of the webhook', async () => {
    const post = { id: '5f0c1d2e3f4a5b6c7d8e9f00', title: 'A post', slug: 'a', type: 'post', status: 'published' };
    const current = { ...post, tags: [], authors: [], sendEmailWhenPublished: false };
    const published = {
      subjectType: 'post',
      event: 'post.published',
      payload: { current, previous: { status: 'draft' } },
    } as const;
    await worker.addWebhook('/v2', { event: 'post.published', apiVersion: 'v2' });
    await worker.addWebhook('/v3', { event: 'post.published', apiVersion: 'v3' });
    await worker.record(published);
    await until(() => worker.receiver.at('/v2').length + worker.receiver.at('/v3').length === 2);
    const sentPost = (path: string) => JSON.parse(worker.receiver.at(path)[0]?.body ?? '{}').post;
    expect(sentPost('/v3').current).toHaveProperty('send_email_when_published', false);
    expect(sentPost('/v2').current).not.toHaveProperty('send_email_when_published');
    expect(sentPost('/v2').previous).toEqual({ status: 'draft' });
  });

  it('sends {} for site.changed, and the previous values for a deletion', async () => {
    await worker.addWebhook('/site', { event: 'site.changed' });
    await worker.addWebhook('/deleted', { event: 'tag.deleted' });
    const previous = { id: '1', name: 'Gone', slug: 'gone' };
    await worker.record(
      { subjectType: 'site', event: 'site.changed', payload: {} },
      { subjectType: 'tag', event: 'tag.deleted', payload: { current: {}, previous } },
    );
    await until(() => worker.receiver.at('/site').length + worker.receiver.at('/deleted').length === 2);
    expect(worker.receiver.at('/site')[0]?.body).toBe('{}');
    expect(worker.receiver.at('/site')[0]?.headers).not.toHaveProperty('webhook-sequence');
    expect(worker.receiver.at('/deleted')[0]?.headers).toHaveProperty('webhook-sequence');
    expect(JSON.parse(worker.receiver.at('/deleted')[0]?.body ?? '')).toMatchObject({
      tag: { current: {}, previous: { name: 'Gone', slug: 'gone' } },
    });
  });
});
