import { createObjectId, Webhook, type WebhookDelivery } from '@almanac/entities';
import { JobQueues } from '@almanac/jobs';
import { createService, Logger } from '@almanac/platform';
import { type NewOutboxEvent, type RecordedEventType, recordEvents, type Snapshots } from '@almanac/outbox';
import { createTestDatabase, hasTestRedis, startTestRedis, warnAboutMissingRedis } from '@almanac/testing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import { schedulerWorker } from '../src/scheduler-worker';
import { Receiver } from './receiver';

export const ENCRYPTION_KEY = 'a-key-for-tests-that-is-long-enough!';
const SITE_URL = 'http://site.example';

export type EngineName = 'postgres' | 'redis';

/** The queue engines this suite can run on here. Warns when Redis is missing. */
export function engines(suite: string): EngineName[] {
  if (hasTestRedis()) return ['postgres', 'redis'];
  warnAboutMissingRedis(suite);
  return ['postgres'];
}

/** Resolves when the condition is true; the time limit of jest ends a wait in vain. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

interface EventIds {
  subjectId?: string;
  revision?: number;
  requestId?: string;
}

type TestEvent = (RecordedEventType & EventIds) | (EventIds & { event?: undefined; payload?: Snapshots });

/** Completes an event with a new subject and this revision. */
function newOutboxEvent(event: TestEvent, revision: number): NewOutboxEvent {
  const defaults = { subjectId: createObjectId(), revision };
  if (event.event !== undefined) return { ...defaults, ...event };
  const current = { id: createObjectId(), name: 'News', slug: 'news', visibility: 'public' };
  return { ...defaults, payload: { current, previous: {} }, ...event, subjectType: 'tag', event: 'tag.added' };
}

export interface WorkerUnderTest {
  app: NestFastifyApplication;
  publishing: DataSource;
  calendar: DataSource;
  databaseUrl: string;
  queueUrl: string;
  receiver: Receiver;
  /** What the worker logged at warn and above, parsed. */
  logLines(): Record<string, unknown>[];
  /** Adds a webhook; its target is a path of the receiver or a whole URL. */
  addWebhook(target: string, webhook?: Partial<Webhook>): Promise<Webhook>;
  /** Records events; without a name, `tag.added`. */
  record(...outboxEvents: TestEvent[]): Promise<string[]>;
  deliveryOf(webhook: Webhook, outboxEventId: string): Promise<WebhookDelivery>;
  /** Removes all jobs from the queues, as FLUSHALL does. */
  removeJobs(): Promise<void>;
  close(): Promise<void>;
}

/** The configuration of a worker under test. */
export function configurationFor(
  databaseUrl: string,
  queueUrl: string,
  more: Partial<SchedulerWorkerConfiguration> = {},
): SchedulerWorkerConfiguration {
  return Object.assign(new SchedulerWorkerConfiguration(), {
    nodeEnv: 'test',
    databaseUrl,
    queueUrl,
    siteUrl: SITE_URL,
    encryptionKey: ENCRYPTION_KEY,
    webhookAllowedCidrs: ['127.0.0.0/8'],
    sweepIntervalMs: 100,
    ...more,
  });
}

/**
 * Starts the service without opening its port.
 * @param onLogLine receives each line of level warn and above; without it nothing is logged
 */
export async function startApp(
  configuration: SchedulerWorkerConfiguration,
  onLogLine?: (line: string) => void,
): Promise<NestFastifyApplication> {
  const logger = Logger.create({
    service: 'scheduler-worker',
    level: onLogLine ? 'warn' : 'silent',
    ...(onLogLine && { destination: { write: onLogLine } }),
  });
  const app = await createService(schedulerWorker, configuration, { logger });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

async function openQueue(engine: EngineName, databaseUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  return engine === 'redis' ? startTestRedis() : { url: databaseUrl, stop: () => Promise.resolve() };
}

/** Starts a worker with its own database, queue and receiver. Call `close` at the end. */
export async function startWorker(
  engine: EngineName,
  more: Partial<SchedulerWorkerConfiguration> = {},
): Promise<WorkerUnderTest> {
  const database = await createTestDatabase();
  const queue = await openQueue(engine, database.url);
  const receiver = await Receiver.open();
  const publishing = await database.publishing();
  const calendar = await database.calendar();
  const lines: string[] = [];
  const app = await startApp(configurationFor(database.url, queue.url, more), (line) => void lines.push(line));
  let revision = 0;
  return {
    app,
    publishing,
    calendar,
    databaseUrl: database.url,
    queueUrl: queue.url,
    receiver,
    logLines: () => lines.map((line): Record<string, unknown> => JSON.parse(line)),
    addWebhook: async (target, webhook = {}) => {
      const row = publishing.manager.create(Webhook, {
        id: createObjectId(),
        event: 'tag.added',
        targetUrl: target.startsWith('/') ? receiver.url(target) : target,
        apiVersion: 'v3',
        status: 'available',
        createdAt: new Date(),
        ...webhook,
      });
      await publishing.manager.insert(Webhook, row);
      return row;
    },
    record: (...outboxEvents) =>
      recordEvents(
        publishing.manager,
        outboxEvents.map((outboxEvent) => newOutboxEvent(outboxEvent, ++revision)),
      ),
    deliveryOf: (webhook, outboxEventId) =>
      publishing.manager.findOneByOrFail<WebhookDelivery>('WebhookDelivery', { webhookId: webhook.id, outboxEventId }),
    removeJobs: async () => {
      for (const queue of app.get(JobQueues).all()) await queue.obliterate({ force: true });
      for (const queue of app.get(JobQueues).all()) await queue.resume();
    },
    close: async () => {
      await app.close();
      await receiver.close();
      await database.drop();
      await queue.stop();
    },
  };
}
