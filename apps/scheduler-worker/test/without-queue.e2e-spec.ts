import { MAIL_REQUESTED, sealMail } from '@almanac/outbox';
import {
  addOwner,
  addPost,
  hasTestRedis,
  type RedisProcess,
  startRedisProcess,
  warnAboutMissingRedis,
} from '@almanac/testing';
import { Relay } from '../src/relay-outbox/relay';
import { Mailbox } from './mailbox';
import { ENCRYPTION_KEY, startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const CAN_RUN = hasTestRedis() && !process.env.TEST_REDIS_URL;
if (!CAN_RUN) warnAboutMissingRedis('a worker without its queue');

(CAN_RUN ? describe : describe.skip)('a worker whose Redis is gone permanently', () => {
  let redis: RedisProcess;
  let mailbox: Mailbox;
  let worker: WorkerUnderTest;

  beforeAll(async () => {
    redis = await startRedisProcess();
    mailbox = await Mailbox.open();
    worker = await startWorker('postgres', {
      queueUrl: `redis://127.0.0.1:${redis.port}`,
      smtpUrl: mailbox.url,
    });
    await addOwner(worker.publishing.manager);
    const hook = await worker.addWebhook('/before');
    await worker.record({});
    await until(() => worker.receiver.at('/before').length === 1);
    await worker.publishing.query('delete from publishing.webhooks where id = $1', [hook.id]);
    await redis.kill();
  });
  afterAll(async () => {
    await worker.close();
    await mailbox.close();
  });

  const requestMail = (to: string): Promise<string[]> =>
    worker.record({
      subjectType: 'mail',
      event: MAIL_REQUESTED,
      payload: sealMail(
        { template: 'password-reset', to, values: { siteTitle: 'S', siteUrl: 'u', url: 'u' } },
        ENCRYPTION_KEY,
      ),
    });

  it('delivers webhooks, each event once', async () => {
    await worker.addWebhook('/gone');
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push(...(await worker.record({})));
    await until(() => worker.receiver.at('/gone').length >= 20);
    expect(
      worker.receiver
        .at('/gone')
        .map(({ headers }) => headers['webhook-id'])
        .sort(),
    ).toEqual(ids.sort());
  });

  it('retries a failing delivery', async () => {
    const hook = await worker.addWebhook('/failing');
    worker.receiver.respond('/failing', (_request, response) => void response.writeHead(500).end());
    const [id = ''] = await worker.record({});
    await until(() => worker.receiver.at('/failing').length === 1);
    worker.receiver.respond('/failing', (_request, response) => void response.writeHead(204).end());
    await until(async () => {
      const { attemptCount } = await worker.deliveryOf(hook, id);
      return attemptCount === 1;
    });
    await worker.publishing.query(
      'update publishing.webhook_deliveries set next_attempt_at = now() where status = $1',
      ['pending'],
    );
    await until(() => worker.receiver.at('/failing').length === 2);
  });

  it('delivers to healthy endpoints while others hang', async () => {
    for (let n = 0; n < 5; n += 1) {
      await worker.addWebhook(`/hanging-${n}`);
      worker.receiver.respond(`/hanging-${n}`, () => undefined);
    }
    await worker.addWebhook('/healthy');
    await worker.record({});
    await until(() => worker.receiver.at('/hanging-4').length === 1 && worker.receiver.at('/healthy').length === 1);
    await worker.record({});
    await until(() => worker.receiver.at('/healthy').length === 2);
  });

  it('publishes due posts and mails them to the members', async () => {
    await worker.publishing.query(
      `insert into publishing.members (id, email, created_at) values ('m1', 'reader@example.com', now())`,
    );
    const post = await addPost(worker.publishing.manager, {
      status: 'scheduled',
      publishedAt: new Date(),
      sendEmailWhenPublished: true,
    });
    await until(() => mailbox.to('reader@example.com').length === 1);
    const [row] = await worker.publishing.query('select status from publishing.posts where id = $1', [post.id]);
    expect(row?.status).toBe('published');
  });

  it('sends a mail once, and retries a failed one', async () => {
    await requestMail('one@example.com');
    await until(() => mailbox.to('one@example.com').length === 1);
    mailbox.refusals = Infinity;
    const [id = ''] = await requestMail('two@example.com');
    await until(() => worker.logLines().some((line) => line.msg === 'A job failed.'));
    mailbox.refusals = 0;
    await worker.publishing.query(
      `update publishing.outbox set relayed_at = now() - interval '61 seconds' where id = $1`,
      [id],
    );
    await worker.app.get(Relay).requeueIncomplete('publishing');
    await until(() => mailbox.to('two@example.com').length === 1);
    expect(mailbox.to('one@example.com')).toHaveLength(1);
  });

  it('stops retrying a mail an hour after its request', async () => {
    mailbox.refusals = Infinity;
    const [id = ''] = await requestMail('three@example.com');
    const isCompleted = async (): Promise<boolean> => {
      const [row] = await worker.publishing.query('select completed_at from publishing.outbox where id = $1', [id]);
      return row?.completed_at !== null;
    };
    const failures = (): number => worker.logLines().filter((line) => line.msg === 'A job failed.').length;
    const before = failures();
    await until(() => failures() > before);
    expect(await isCompleted()).toBe(false);
    await worker.publishing.query(
      `update publishing.outbox
       set occurred_at = now() - interval '61 minutes', relayed_at = now() - interval '61 seconds' where id = $1`,
      [id],
    );
    await worker.app.get(Relay).requeueIncomplete('publishing');
    await until(isCompleted);
    mailbox.refusals = 0;
  });
});
