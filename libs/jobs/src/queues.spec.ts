import { createTestDatabase, hasTestRedis, startTestRedis, warnAboutMissingRedis } from '@almanac/testing';
import { JobQueues } from './job-queues';
import { JobWorkers } from './job-workers';
import { type JobName, jobNames } from './jobs';
import { type AnyProcessor, type JobRun, registerProcessors } from './processors';
import { openQueueBackend, type QueueBackend } from './queue-backend';

interface Engine {
  url: string;
  stop(): Promise<unknown>;
}

const engines: [string, () => Promise<Engine>][] = [
  [
    'postgres',
    async () => {
      const database = await createTestDatabase();
      return { url: database.url, stop: () => database.drop() };
    },
  ],
];
if (hasTestRedis()) engines.push(['redis', startTestRedis]);
else warnAboutMissingRedis('libs/jobs');

/** Resolves when the condition holds. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe.each(engines)('the queues on %s', (name, start) => {
  const webhookId = '5f0c1d2e3f4a5b6c7d8e9f00';
  const seen: { job: JobName; payload: object; run: JobRun }[] = [];
  const failed: { id: string | undefined; message: string }[] = [];
  let engine: Engine;
  let backend: QueueBackend;
  let queues: JobQueues;
  let workers: JobWorkers | undefined;
  let behave: (job: JobName, run: JobRun) => Promise<void>;

  const startWorkers = (): void => {
    const processors = jobNames.map((job): AnyProcessor => ({
      job,
      process: async (payload: object, run: JobRun) => {
        seen.push({ job, payload, run });
        await behave(job, run);
      },
    }));
    workers = new JobWorkers(backend, registerProcessors(processors), {
      completed: () => undefined,
      failed: (_job, id, { message }) => void failed.push({ id, message }),
      error: () => undefined,
      run: (_job, _payload, work) => work(),
    });
  };

  beforeAll(async () => {
    engine = await start();
    backend = await openQueueBackend(engine.url, { onError: () => undefined });
    queues = new JobQueues(backend, () => undefined);
  });

  beforeEach(() => {
    seen.length = 0;
    failed.length = 0;
    behave = () => Promise.resolve();
  });

  afterEach(async () => {
    await workers?.close();
    workers = undefined;
  });

  afterAll(async () => {
    await queues.close();
    await backend.close();
    await engine.stop();
  });

  it('is the engine the URL names, and answers', async () => {
    expect(backend.engine).toBe(name);
    await queues.ping();
  });

  it('hands a payload to the processor of its job, as its class', async () => {
    startWorkers();
    await queues.add('deliver-webhook', [{ payload: { webhookId }, key: [webhookId, 1] }]);
    await until(() => seen.length > 0);
    expect(seen).toEqual([
      {
        job: 'deliver-webhook',
        payload: { webhookId },
        run: { id: `deliver-webhook_${webhookId}_1`, attempt: 1, isLastAttempt: true },
      },
    ]);
    expect(seen[0]?.payload.constructor.name).toBe('DeliverWebhookPayload');
  });

  it('adds nothing when the same work is announced again while it waits', async () => {
    const announced = { payload: { webhookId }, key: [webhookId, 2] };
    await queues.add('deliver-webhook', [announced]);
    await queues.add('deliver-webhook', [announced, announced]);
    expect(await queues.counts('deliver-webhook')).toMatchObject({ waiting: 1 });
    startWorkers();
    await until(async () => (await queues.counts('deliver-webhook')).waiting === 0 && seen.length > 0);
    expect(seen).toHaveLength(1);
  });

  it('takes the same key again once the work is done', async () => {
    startWorkers();
    const announced = { payload: { webhookId }, key: [webhookId, 3] };
    await queues.add('deliver-webhook', [announced]);
    await until(() => seen.length === 1);
    await until(async () => (await queues.counts('deliver-webhook')).active === 0);
    await queues.add('deliver-webhook', [announced]);
    await until(() => seen.length === 2);
  });

  it('keeps a delayed job until it is time', async () => {
    startWorkers();
    const announcedAt = Date.now();
    await queues.add('publish-due', [{ payload: {}, key: ['soon'], delayMs: 300 }]);
    expect(await queues.counts('publish-due')).toMatchObject({ delayed: 1 });
    await until(() => seen.length > 0);
    expect(Date.now() - announcedAt).toBeGreaterThanOrEqual(299);
  });

  it('tries again what failed, as often as the table of jobs says', async () => {
    behave = (_job, { attempt }) => (attempt < 2 ? Promise.reject(new Error('not yet')) : Promise.resolve());
    startWorkers();
    const outboxEventId = '5f0c1d2e3f4a5b6c7d8e9f01';
    await queues.add('send-mail', [{ payload: { schema: 'publishing', outboxEventId }, key: [outboxEventId] }]);
    await until(() => seen.length === 2);
    expect(seen.map(({ run }) => run.attempt)).toEqual([1, 2]);
    expect(failed).toEqual([{ id: `send-mail_${outboxEventId}`, message: 'not yet' }]);
  });

  it('does not try again what was written by other code', async () => {
    startWorkers();
    const queue = queues.all().find((candidate) => candidate.name === 'send-mail');
    await queue?.add('send-mail', { nonsense: true }, { attempts: 5 });
    await until(() => failed.length > 0);
    expect(failed[0]?.message).toContain('payload of a send-mail job is not valid');
    expect(await queues.counts('send-mail')).toMatchObject({ waiting: 0, delayed: 0, active: 0 });
  });

  it('keeps a recurring job coming once, however often it is asked to', async () => {
    await queues.every('remove-expired', { pattern: '0 3 * * *' });
    await queues.every('remove-expired', { pattern: '0 3 * * *' });
    expect(await queues.counts('remove-expired')).toMatchObject({ delayed: 1 });
  });

  it('keeps it coming once when many ask in the same moment', async () => {
    const asked = Array.from({ length: 8 }, () => queues.every('remove-expired', { pattern: '0 3 * * *' }));
    await Promise.all(asked);
    expect(await queues.counts('remove-expired')).toMatchObject({ delayed: 1 });
  });

  it('ends the running jobs before it closes', async () => {
    let finish = (): void => undefined;
    const finished: string[] = [];
    behave = async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      finished.push('job');
    };
    startWorkers();
    await queues.add('unpublish-due', [{ payload: {}, key: ['closing'] }]);
    await until(() => seen.length > 0);
    const closing = workers?.close().then(() => finished.push('workers'));
    finish();
    await closing;
    expect(finished).toEqual(['job', 'workers']);
  });
});

describe('openQueueBackend', () => {
  it('refuses an engine it does not know', async () => {
    await expect(openQueueBackend('amqp://localhost', { onError: () => undefined })).rejects.toThrow(
      'QUEUE_URL must be one of',
    );
  });

  it('fails at once, and does not hang, when Redis is not there', async () => {
    const backend = await openQueueBackend('redis://127.0.0.1:1', { onError: () => undefined });
    const queues = new JobQueues(backend, () => undefined);
    await expect(queues.add('publish-due', [{ payload: {}, key: ['x'] }])).rejects.toThrow();
    await queues.close();
    await backend.close();
  });
});
