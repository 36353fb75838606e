import { createTestDatabase, hasTestRedis, startTestRedis, TcpProxy, warnAboutMissingRedis } from '@almanac/testing';
import { Redis } from 'ioredis';
import { Socket } from 'node:net';
import { Client } from 'pg';
import { JobQueues } from './job-queues';
import { JobWorkers } from './job-workers';
import { type JobName, jobNames, jobs } from './jobs';
import { type AnyProcessor, JobRunner } from './job-runner';
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

/** Resolves when the condition is true. */
async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Deletes the delayed jobs of a queue in its engine. BullMQ itself does not delete the next run of a schedule. */
async function deleteDelayedJobs(url: string, job: JobName): Promise<void> {
  if (url.startsWith('postgres')) {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(`delete from bullmq.job where queue = $1 and state = 'delayed'`, [job]);
    return client.end();
  }
  const redis = new Redis(url);
  const ids = await redis.zrange(`bull:${job}:delayed`, 0, -1);
  await redis.del(`bull:${job}:delayed`, ...ids.map((id) => `bull:${job}:${id}`));
  redis.disconnect();
}

describe('the pool of the engine PostgreSQL', () => {
  it('sends a TCP keepalive probe after 10 s without data', async () => {
    const database = await createTestDatabase();
    const setKeepAlive = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const backend = await openQueueBackend(database.url, { onError: () => undefined });
    expect(setKeepAlive.mock.calls).toContainEqual([true, 10_000]);
    setKeepAlive.mockRestore();
    await backend.close();
    await database.drop();
  });
});

describe.each(engines)('the queues on %s', (name, start) => {
  const webhookId = '5f0c1d2e3f4a5b6c7d8e9f00';
  const processed: { job: JobName; payload: object }[] = [];
  const failed: { id: string; message: string }[] = [];
  let engine: Engine;
  let backend: QueueBackend;
  let queues: JobQueues;
  let workers: JobWorkers | undefined;
  let behave: () => Promise<void>;

  const startWorkers = (): void => {
    const processors = jobNames.map((job): AnyProcessor => ({
      job,
      process: async (payload: object) => {
        processed.push({ job, payload });
        await behave();
      },
    }));
    const runner = new JobRunner(processors, {
      completed: () => undefined,
      failed: (_job, id, { message }) => void failed.push({ id, message }),
      run: (_job, _payload, work) => work(),
    });
    workers = new JobWorkers(backend, runner, () => undefined);
  };

  /** Moves the delayed job of a queue to the waiting ones, as its delay would. */
  const promoteDelayed = async (job: JobName): Promise<void> => {
    const queue = queues.all().find((candidate) => candidate.name === job);
    await until(async () => (await queues.counts(job)).delayed === 1);
    const [delayed] = (await queue?.getDelayed()) ?? [];
    await delayed?.promote();
  };

  beforeAll(async () => {
    engine = await start();
    backend = await openQueueBackend(engine.url, { onError: () => undefined });
    queues = new JobQueues(backend, () => undefined);
  });

  beforeEach(() => {
    processed.length = 0;
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

  it('is the engine of the URL, and responds', async () => {
    expect(backend.engine).toBe(name);
    await queues.ping();
  });

  it('passes the payload to the processor of its job', async () => {
    startWorkers();
    await queues.add('deliver-webhook', [{ payload: { webhookIds: [webhookId] }, key: [webhookId, 1] }]);
    await until(() => processed.length > 0);
    expect(processed).toEqual([{ job: 'deliver-webhook', payload: { webhookIds: [webhookId] } }]);
  });

  it('adds nothing for the key of a waiting job', async () => {
    const added = { payload: { webhookIds: [webhookId] }, key: [webhookId, 2] };
    await queues.add('deliver-webhook', [added]);
    await queues.add('deliver-webhook', [added, added]);
    expect(await queues.counts('deliver-webhook')).toMatchObject({ waiting: 1 });
    startWorkers();
    await until(async () => (await queues.counts('deliver-webhook')).waiting === 0 && processed.length > 0);
    expect(processed).toHaveLength(1);
  });

  it('takes the same key again after the job has ended', async () => {
    startWorkers();
    const added = { payload: { webhookIds: [webhookId] }, key: [webhookId, 3] };
    await queues.add('deliver-webhook', [added]);
    await until(() => processed.length === 1);
    await until(async () => (await queues.counts('deliver-webhook')).active === 0);
    await queues.add('deliver-webhook', [added]);
    await until(() => processed.length === 2);
  });

  it('runs a delayed job after its delay', async () => {
    startWorkers();
    await queues.add('publish-due', [{ payload: {}, key: ['later'], delayMs: 3_600_000 }]);
    await queues.add('publish-due', [{ payload: { dueAt: '2030-01-01T00:00:00Z' }, key: ['now'] }]);
    await until(() => processed.length > 0);
    expect(processed).toEqual([{ job: 'publish-due', payload: { dueAt: '2030-01-01T00:00:00Z' } }]);
    const queue = queues.all().find(({ name: job }) => job === 'publish-due');
    expect((await queue?.getDelayed())?.map(({ delay }) => delay)).toEqual([3_600_000]);
    await promoteDelayed('publish-due');
    await until(() => processed.length === 2);
  });

  it('tries a failing job as often as the table of jobs says', async () => {
    behave = () => Promise.reject(new Error('not yet'));
    startWorkers();
    const outboxEventId = '5f0c1d2e3f4a5b6c7d8e9f01';
    await queues.add('send-mail', [{ payload: { schema: 'publishing', outboxEventId }, key: [outboxEventId] }]);
    for (let attempt = 1; attempt < jobs['send-mail'].attempts; attempt += 1) await promoteDelayed('send-mail');
    await until(() => failed.length === jobs['send-mail'].attempts);
    expect(new Set(failed.map(({ id }) => id))).toEqual(new Set([`send-mail_${outboxEventId}`]));
    await until(async () => (await queues.counts('send-mail')).active === 0);
    expect(await queues.counts('send-mail')).toEqual({ waiting: 0, active: 0, delayed: 0, failed: 0 });
  });

  it('does not retry a job with an invalid payload', async () => {
    startWorkers();
    const queue = queues.all().find((candidate) => candidate.name === 'send-mail');
    await queue?.add('send-mail', { nonsense: true }, { attempts: 5 });
    await until(() => failed.length > 0);
    await until(async () => (await queues.counts('send-mail')).active === 0);
    expect(failed[0]?.message).toContain('payload of a send-mail job is not valid');
    expect(await queues.counts('send-mail')).toMatchObject({ waiting: 0, delayed: 0, active: 0 });
  });

  it('schedules a recurring job once, however often it is set', async () => {
    await queues.schedule('remove-expired', '0 3 * * *');
    await queues.schedule('remove-expired', '0 3 * * *');
    expect(await queues.counts('remove-expired')).toMatchObject({ delayed: 1 });
  });

  it('schedules it once when many workers set it at the same moment', async () => {
    const schedules = Array.from({ length: 8 }, () => queues.schedule('remove-expired', '0 3 * * *'));
    await Promise.all(schedules);
    expect(await queues.counts('remove-expired')).toMatchObject({ delayed: 1 });
  });

  it('runs a recurring job once that became due while no worker ran', async () => {
    const job = 'extend-occurrences';
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 48 * 3_600_000);
    await queues.schedule(job, '0 3 * * *');
    clock.mockRestore();
    const setByManyWorkers = (): Promise<unknown> =>
      Promise.all(Array.from({ length: 8 }, () => queues.schedule(job, '0 3 * * *')));
    await setByManyWorkers();
    startWorkers();
    await setByManyWorkers();
    await until(async () => processed.length > 0 && (await queues.counts(job)).active === 0);
    await setByManyWorkers();
    expect(await queues.counts(job)).toMatchObject({ waiting: 0, delayed: 1 });
    expect(processed).toEqual([{ job, payload: {} }]);
  });

  it('sets a schedule again whose overdue run was lost', async () => {
    const job = 'remove-expired';
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 48 * 3_600_000);
    await queues.schedule(job, '0 4 * * *');
    clock.mockRestore();
    await deleteDelayedJobs(engine.url, job);
    expect(await queues.counts(job)).toMatchObject({ delayed: 0 });
    await queues.schedule(job, '0 4 * * *');
    expect(await queues.counts(job)).toMatchObject({ delayed: 1 });
  });

  it('waits for the running jobs before it closes', async () => {
    let finish = (): void => undefined;
    const finished: string[] = [];
    behave = async () => {
      await new Promise<void>((resolve) => (finish = resolve));
      finished.push('job');
    };
    startWorkers();
    await queues.add('unpublish-due', [{ payload: {}, key: ['closing'] }]);
    await until(() => processed.length > 0);
    const closing = workers?.close().then(() => finished.push('workers'));
    finish();
    await closing;
    expect(finished).toEqual(['job', 'workers']);
  });
});

describe.each(engines)('queues and workers on a %s that no longer responds', (_name, start) => {
  let engine: Engine;
  let proxy: TcpProxy;
  beforeAll(async () => {
    engine = await start();
  });
  afterAll(() => engine.stop());

  it.each([
    ['refuses connections', () => proxy.close()],
    ['receives nothing', () => Promise.resolve(proxy.freeze())],
  ])('close when it %s', async (_label, stop) => {
    const url = new URL(engine.url);
    proxy = await TcpProxy.open(Number(url.port));
    url.port = String(proxy.port);
    const backend = await openQueueBackend(url.href, { onError: () => undefined });
    const queues = new JobQueues(backend, () => undefined);
    const processors = jobNames.map((job): AnyProcessor => ({ job, process: () => Promise.resolve() }));
    const observer = {
      completed: () => undefined,
      failed: () => undefined,
      run: (_job: unknown, _payload: unknown, work: () => Promise<void>) => work(),
    };
    const workers = new JobWorkers(backend, new JobRunner(processors, observer), () => undefined);
    // BullMQ names the connections of its workers when they are ready.
    await until(async () => {
      const counts = await Promise.all(queues.all().map((queue) => queue.getWorkersCount()));
      return counts.every((count) => count > 0);
    });
    await stop();
    await workers.close();
    await queues.close();
    await backend.close();
    await proxy.close();
  });
});

describe('openQueueBackend', () => {
  it('closes the connections on which PostgreSQL does not answer', async () => {
    const database = await createTestDatabase();
    const url = new URL(database.url);
    const proxy = await TcpProxy.open(Number(url.port));
    url.port = String(proxy.port);
    const backend = await openQueueBackend(url.href, { onError: () => undefined });
    await backend.ping();
    proxy.freeze();
    await expect(backend.ping()).rejects.toThrow('Query read timeout');
    expect(backend.pool?.totalCount).toBe(0);
    await backend.close();
    await proxy.close();
    await database.drop();
  });

  it('rejects a URL of another engine', async () => {
    await expect(openQueueBackend('amqp://localhost', { onError: () => undefined })).rejects.toThrow(
      'QUEUE_URL must be one of',
    );
  });

  it('opens without Redis; adding a job fails then', async () => {
    const backend = await openQueueBackend('redis://127.0.0.1:1', { onError: () => undefined });
    const queues = new JobQueues(backend, () => undefined);
    await expect(queues.add('publish-due', [{ payload: {}, key: ['x'] }])).rejects.toThrow();
    await queues.close();
    await backend.close();
  });
});
